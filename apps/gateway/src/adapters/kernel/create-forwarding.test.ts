import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createForwarding } from './create-forwarding.ts';

/** A folder like `/proc/sys/net` with these settings. */
async function givenSettings(settings: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'forwarding-'));
  for (const [name, value] of Object.entries(settings)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `${value}\n`);
  }
  return {
    folder,
    read: async (name: string) => (await readFile(join(folder, name), 'utf8')).trim(),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

describe('forwarding', () => {
  it('is read and enabled', async () => {
    await using given = await givenSettings({ 'ipv4/ip_forward': '0' });
    const forwarding = createForwarding(given.folder);
    expect(await forwarding.read(4)).toBe(false);
    await forwarding.enable(4);
    expect(await forwarding.read(4)).toBe(true);
  });

  it('is unknown without the address family', async () => {
    await using given = await givenSettings({ 'ipv4/ip_forward': '1' });
    expect(await createForwarding(given.folder).read(6)).toBeUndefined();
  });

  it('keeps accepting router advertisements where they are accepted', async () => {
    await using given = await givenSettings({
      'ipv6/conf/all/forwarding': '0',
      'ipv6/conf/all/accept_ra': '1',
      'ipv6/conf/eth0/accept_ra': '1',
      'ipv6/conf/eth1/accept_ra': '0',
    });
    await createForwarding(given.folder).enable(6);
    expect(await given.read('ipv6/conf/all/forwarding')).toBe('1');
    expect(await given.read('ipv6/conf/eth0/accept_ra')).toBe('2');
    expect(await given.read('ipv6/conf/eth1/accept_ra')).toBe('0');
  });
});
