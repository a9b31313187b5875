import { expect, it } from 'vitest';
import { givenAccount } from '../../../test/given/accounts.ts';
import { password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

/** Hashing takes as long as in production, so that a flood fills its queue. */
const passwordCost = 'production';
const behindProxy = { passwordCost, environment: { GATEWARDEN_TRUSTED_PROXIES: 'loopback' } } as const;

function signInFrom(server: TestServer, ip: string, username: string, word: string): Promise<Response> {
  return server.stranger().send('POST', '/auth', {
    body: JSON.stringify({ username, password: word }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
  });
}

it('signs in users of other addresses while one address floods it over 40 connections', async () => {
  await using server = await startTestServer(behindProxy);
  const people = await Promise.all(Array.from({ length: 44 }, () => givenAccount(server)));
  let isOver = false;
  const refused = new Set<number>();
  const flood = Array.from({ length: 40 }, async (_, connection) => {
    for (let attempt = 0; !isOver; attempt += 1) {
      const answer = await signInFrom(server, '127.0.0.2', `name-${connection}-${attempt}`, 'Wrong-horse-7');
      refused.add(answer.status);
      await answer.text();
    }
  });
  const answers = await Promise.all(
    people.map(({ username }, index) => signInFrom(server, `192.0.2.${index + 1}`, username, password)),
  );
  isOver = true;
  await Promise.all(flood);
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  expect([...refused].toSorted()).toEqual([401, 429]);
});

it('returns when to retry while the queue is full', async () => {
  await using server = await startTestServer(behindProxy);
  const attempts = Array.from({ length: 60 }, (_, index) => signInFrom(server, '127.0.0.2', `name-${index}`, 'Wrong'));
  const answers = await Promise.all(attempts);
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({
    code: 'rate_limited',
    details: { retry_after_seconds: expect.any(Number) },
  });
});

it.each([
  ['no proxy is trusted', '192.0.2.1', (forged: string) => forged],
  ['a trusted proxy adds what it sees', 'loopback', (forged: string) => `${forged}, 198.51.100.7`],
])('counts a client as one address despite forged X-Forwarded-For headers while %s', async (_, proxies, header) => {
  await using server = await startTestServer({ passwordCost, environment: { GATEWARDEN_TRUSTED_PROXIES: proxies } });
  const attempts = Array.from({ length: 60 }, (_, nth) =>
    signInFrom(server, header(`203.0.113.${nth + 1}`), `name-${nth}`, 'Wrong-horse-7'),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  // 24 of one address may wait; from different addresses all would fit in the queue
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});
