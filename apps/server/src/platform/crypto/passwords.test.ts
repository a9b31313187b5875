import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

it('hashes with argon2id at the OWASP parameters and a new salt each time', async () => {
  const passwords = await createPasswords();
  const [first, second] = [await passwords.hash('Correct-horse-7'), await passwords.hash('Correct-horse-7')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

it('accepts only the stored password, and none if no password is stored', async () => {
  const passwords = await createPasswords();
  const stored = await passwords.hash('Correct-horse-7');
  expect(await passwords.verify('Correct-horse-7', stored)).toBe(true);
  expect(await passwords.verify('correct-horse-7', stored)).toBe(false);
  expect(await passwords.verify('', stored)).toBe(false);
  expect(await passwords.verify('Correct-horse-7', undefined)).toBe(false);
});

it('takes as much time for an unknown user as for a known one', async () => {
  const passwords = await createPasswords({ concurrency: 1 });
  const stored = await passwords.hash('Correct-horse-7');
  const timings = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 15; round += 1) {
    for (const [kind, hash] of [
      ['known', stored],
      ['unknown', undefined],
    ] as const) {
      const from = process.cpuUsage();
      await passwords.verify('Wrong-horse-7', hash);
      const { user, system } = process.cpuUsage(from);
      timings[kind].push(user + system);
    }
  }
  const least = { known: Math.min(...timings.known), unknown: Math.min(...timings.unknown) };
  expect(least.unknown).toBeGreaterThan(least.known / 2);
  expect(least.unknown).toBeLessThan(least.known * 2);
});

it('refuses work over the limit and completes all accepted work', async () => {
  const passwords = await createPasswords({ concurrency: 1, perAddress: 3 });
  const client = { ip: '192.0.2.1', account: 'una', isKnown: false };
  const ask = () => passwords.runInTurn(client, () => passwords.hash('Correct-horse-7'));
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, ask));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const attempt of attempts.slice(5)) expect(attempt).toMatchObject({ reason: { code: 'rate_limited' } });
  expect(await ask()).toContain('argon2id');
});
