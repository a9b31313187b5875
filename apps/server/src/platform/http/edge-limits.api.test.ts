import { startDesktop } from '@gatewarden/contract/enrollment';
import { expect, test } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const invalid = { status: 401, body: { code: 'enrollment_token_invalid' } };
const limited = { status: 429, body: { code: 'rate_limited' } };

/** The same caller at both cores: calls of one address in turn. */
async function givenTwoCores() {
  await using made = new AsyncDisposableStack();
  const server = made.use(await startTestServer());
  await server.given.admin();
  const replica = made.use(await server.startReplica());
  const all = made.move();
  const at = (nth: number): TestServer => (nth % 2 === 0 ? server : replica);
  return { server, replica, at, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

const from = (address: string) => ({ 'x-forwarded-for': address });

async function givenToken(server: TestServer): Promise<string> {
  const user = await server.given.user();
  return (await user.call(startDesktop, { params: { username: user.username }, body: {} })).enrollment_token;
}

test('an address can guess 20 tokens a minute at all cores together, and has the same limit for a whole /64', async () => {
  await using cores = await givenTwoCores();
  const { server, replica, at } = cores;
  const guess = (nth: number, address: string) =>
    newEdgeClient(at(nth)).post('/enrollment/start', { token: `guess ${nth}` }, from(address));
  for (let nth = 0; nth < 20; nth += 1) {
    expect(await guess(nth, `2001:db8:9::${(nth + 1).toString(16)}`)).toMatchObject(invalid);
  }
  const token = await givenToken(server);
  const start = (core: TestServer, address: string) =>
    newEdgeClient(core).post('/enrollment/start', { token }, from(address));
  for (const core of [server, replica]) {
    expect(await start(core, '2001:db8:9::ffff')).toMatchObject(limited);
    expect(await start(core, '2001:db8:9:1::1')).toMatchObject({ status: 200 });
  }
  server.clock.advance({ minutes: 1 });
  expect(await start(replica, '2001:db8:9::ffff')).toMatchObject({ status: 200 });
});

test('a token is accepted 60 times a minute by all cores together, from any address', async () => {
  await using cores = await givenTwoCores();
  const { server, at } = cores;
  const token = await givenToken(server);
  const start = (nth: number) => newEdgeClient(at(nth)).post('/enrollment/start', { token });
  const answers = await Promise.all(Array.from({ length: 70 }, (_, nth) => start(nth)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  server.clock.advance({ seconds: 1 });
  expect((await start(0)).status).toBe(200);
  expect((await start(1)).status).toBe(429);
});

test('thousands of guesses are answered alike, change nothing, and lock no token', async () => {
  await using cores = await givenTwoCores();
  const { server, at } = cores;
  const token = await givenToken(server);
  const looksLike = `${token.slice(0, 31)}${token.endsWith('a') ? 'b' : 'a'}`;
  const before = await server.events();
  const answers = new Map<string, number>();
  const addresses = 5;
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      Array.from({ length: 1_000 }, async (_, nth) => {
        const address = `198.51.100.${Math.floor(nth / 2) % addresses}`;
        const guess = nth % 100 === 0 ? looksLike : `${looksLike.slice(0, 27)}${String(nth).padStart(5, '0')}`;
        const { status, body } = await newEdgeClient(at(nth)).post(
          '/enrollment/start',
          { token: guess },
          from(address),
        );
        const answer = `${status} ${body['code']} ${body['error']}`;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }),
    );
  }
  expect([...answers.keys()].toSorted()).toEqual([
    '401 enrollment_token_invalid invalid token',
    '429 rate_limited too many invalid tokens',
    '429 rate_limited too many requests',
  ]);
  // counted one after the other in the database, although they arrive together
  expect(answers.get('401 enrollment_token_invalid invalid token')).toBe(addresses * 20);
  expect(await server.events()).toEqual(before);
  const rows = await server.database.query(`select key from shared_limit where key like 'guess %'`);
  expect(rows).toHaveLength(addresses);
  expect((await newEdgeClient(at(0)).post('/enrollment/start', { token })).status).toBe(200);
});

test('300 invalid tokens of clients that poll are accepted from an address, then it is refused for ten seconds', async () => {
  await using cores = await givenTwoCores();
  const { server, at } = cores;
  const poll = async (nth: number, address = '198.51.100.77') =>
    (await newEdgeClient(at(nth)).post('/poll', { token: 'x'.repeat(32) }, from(address))).status;
  // each core learns with its own next one that the limit is reached
  for (let nth = 0; nth < 302; nth += 1) expect(await poll(nth)).toBe(403);
  for (const nth of [0, 1]) {
    expect(await poll(nth)).toBe(429);
    expect(await poll(nth, '198.51.100.78')).toBe(403);
  }
  server.clock.advance({ seconds: 10 });
  expect(await poll(0)).toBe(403);
});

test('links for another password are limited by address across cores', async () => {
  await using cores = await givenTwoCores();
  const { server, at } = cores;
  const request = (nth: number, address = '198.51.100.9') =>
    newEdgeClient(at(nth)).post('/password-reset/request', { email: 'una@example.com' }, from(address));
  for (let nth = 0; nth < 10; nth += 1) expect((await request(nth)).status).toBe(200);
  for (const nth of [0, 1]) expect(await request(nth)).toMatchObject(limited);
  expect((await request(0, '198.51.100.10')).status).toBe(200);
  server.clock.advance({ seconds: 10 });
  expect((await request(1)).status).toBe(200);
  expect(await request(0)).toMatchObject(limited);
});
