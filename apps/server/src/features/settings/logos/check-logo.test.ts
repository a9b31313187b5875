import { logoLimits } from '@gatewarden/contract/settings.names';
import { expect, it } from 'vitest';
import { png, svg } from '../../../../test/given/logos.ts';
import { createLogoChecker } from './check-logo.ts';
import { cleanLogo } from './clean-logo.ts';

/** Random bits, one a byte, so that each place has many similar ones before it: they take longest to compress. */
function costlyPng(): Buffer {
  const { width, height } = logoLimits.main;
  let random = 2_463_534_242;
  const nextBit = () => {
    // xorshift: the same image in each run
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random & 1;
  };
  return png({ width, height, pixels: Buffer.from(Array.from({ length: height * (1 + width * 3) }, nextBit)) });
}

/** Processor time of this thread in milliseconds, which does not depend on the load of the machine. */
async function costOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it('returns images and errors of the check', async () => {
  const check = createLogoChecker();
  for (const file of [png(), svg('<rect/><!-- x -->')])
    expect(await check('una', file, 'main')).toEqual(cleanLogo(file, 'main'));
  await expect(check('una', Buffer.from('GIF89a'), 'main')).rejects.toMatchObject({
    code: 'logo_unsupported',
    details: { field: 'data' },
  });
  await expect(check('una', png({ width: 101 }), 'navigation')).rejects.toMatchObject({
    code: 'logo_too_large',
    details: { width: 101, max_width: 100 },
  });
});

it('refuses a file whose check takes too long', async () => {
  const check = createLogoChecker({ limitMilliseconds: 1, memoryMegabytes: 128 });
  await expect(check('una', costlyPng(), 'main')).rejects.toMatchObject({ code: 'logo_unsafe' });
});

it('leaves the event loop free', async () => {
  const file = costlyPng();
  const inThread = await costOf(() => cleanLogo(file, 'main'));
  const inWorker = await costOf(() => createLogoChecker()('una', file, 'main'));
  expect(inThread).toBeGreaterThan(50);
  expect(inWorker).toBeLessThan(inThread / 2);
});
