import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { addDevice } from '@gatewarden/contract/devices';
import { addGroup } from '@gatewarden/contract/groups';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { addLocation } from '@gatewarden/contract/locations';
import { locationBody } from '../../apps/server/test/given/network.ts';
import { givenHostileEdge, type HostileStream } from '../../apps/server/test/hostile-edge.ts';
import { freePort } from '../../demo/free-port.ts';
import { median, quantile } from '../figures.ts';
import { makeAgent } from '../gateways/run-agent.ts';
import { inspect } from '../inspect.ts';
import { type BenchInstance, proxyAddress } from '../instance.ts';
import { createKeepAliveClient } from '../load/keep-alive-client.ts';
import { atLeast, atMost, type Measure, type Reading } from '../measure.ts';
import { within } from '../within.ts';
import { residentMegabytes } from './memory.ts';

/** What people and clients call who are not signed in. */
export const edge: Measure = {
  name: 'edge',
  async *run(instance) {
    yield* measureStarts(instance);
    yield* measurePolls(instance);
    yield* measureConnects(instance);
    yield* measureWaits(instance);
  },
};

const headers = { 'content-type': 'application/json' };

/** The nth client of a reverse proxy; limits apply to each. */
const from = (nth: number) => ({ ...headers, 'x-forwarded-for': `198.18.${nth >> 8}.${nth & 255}` });

async function* measureStarts(instance: BenchInstance): AsyncGenerator<Reading, void, void> {
  const count = instance.quick ? 20 : 300;
  const tokens = Array.from({ length: count }, (_, nth) => `start${String(nth).padStart(27, '0')}`);
  await instance.query(
    `insert into account_token (token_hash, kind, user_id, issued_at, expires_at)
     select sha256(t.token::bytea), 'client', u.id, now(), now() + interval '1 day'
     from unnest($1::text[]) with ordinality as t (token, nth)
     join (select id, row_number() over (order by id) as nth from "user" where is_active) u using (nth)
     on conflict (token_hash) do update set started_at = null, session_ends_at = null`,
    [tokens],
  );
  using client = createKeepAliveClient(1, proxyAddress);
  const milliseconds: number[] = [];
  for (const [nth, token] of tokens.entries()) {
    const startedAt = performance.now();
    const { status } = await client.post(`${instance.edge}/enrollment/start`, from(nth), JSON.stringify({ token }));
    if (status !== 200) throw new Error(`an enrollment began with ${status}`);
    milliseconds.push(performance.now() - startedAt);
  }
  yield { name: 'start of an enrollment, p95', value: quantile(milliseconds, 0.95), unit: 'ms', budget: atMost(50) };
  yield { name: 'the same, median', value: median(milliseconds), unit: 'ms' };
}

async function* measurePolls(instance: BenchInstance): AsyncGenerator<Reading, void, void> {
  await instance.query(`insert into device_poll_token (device_id, token_hash)
    select id, sha256(('poll' || lpad(id::text, 28, '0'))::bytea) from device where kind = 'user'
    on conflict (device_id) do update set token_hash = excluded.token_hash, polled_at = null`);
  await instance.query('analyze device_poll_token');
  const [all] = await instance.query<{ n: number }>('select count(*)::integer as n from device_poll_token');
  const devices = await instance.query<{ id: number }>(
    `select d.id from device d join "user" u on u.id = d.user_id
     where d.kind = 'user' and u.is_active and d.stopped_at is null and d.suspended_at is null order by md5(d.id::text) limit $1`,
    [instance.quick ? 100 : 2_000],
  );
  using client = createKeepAliveClient(16, proxyAddress);
  const bodies = devices.map(({ id }) => JSON.stringify({ token: `poll${String(id).padStart(28, '0')}` }));
  const tags: string[] = [];
  let next = 0;
  let isKnown = false;
  let wrong = 0;
  const pollUntil = async (isOver: () => boolean) => {
    while (!isOver()) {
      const nth = next % bodies.length;
      next += 1;
      const known = isKnown ? { 'if-none-match': tags[nth] ?? '' } : {};
      const { status, etag } = await client.post(
        `${instance.edge}/poll`,
        { ...from(nth), ...known },
        bodies[nth] ?? '',
      );
      if (status !== (isKnown ? 304 : 200)) wrong += 1;
      tags[nth] = etag;
    }
  };
  const run = (isOver: () => boolean) => Promise.all(Array.from({ length: 16 }, () => pollUntil(isOver)));
  // each client receives its configuration once
  await run(() => next >= bodies.length);
  isKnown = true;
  const seconds = instance.quick ? 2 : 10;
  next = 0;
  const before = await processorMilliseconds(instance.pid);
  const startedAt = performance.now();
  await run(() => performance.now() - startedAt >= seconds * 1000);
  const perSecond = next / ((performance.now() - startedAt) / 1000);
  const used = (await processorMilliseconds(instance.pid)) - before;
  if (wrong > 0) throw new Error(`${wrong} polls were answered with another status`);
  const name = `polls without change, ${all?.n} devices`;
  yield { name, value: perSecond, unit: 'requests/s', budget: atLeast(2_000) };
  yield { name: 'processor time of core for each', value: used / next, unit: 'ms' };
}

/** User and system time since the start of the process. */
async function processorMilliseconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  // proc(5): fields 14 and 15, in hundredths of a second; the first two are cut off
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function* measureConnects(instance: BenchInstance): AsyncGenerator<Reading, void, void> {
  const { admin, query } = instance;
  const [user] = await query<{ username: string }>(
    'select username from "user" where is_active and id > 100 order by id limit 1',
  );
  const username = user?.username ?? '';
  const name = `connect-${randomBytes(4).toString('hex')}`;
  await admin.call(addGroup, { body: { name, members: [username], is_admin: false } });
  const protectedBy = { name, allowed_groups: [name], location_mfa_mode: 'internal' as const };
  const body = { ...locationBody(1, protectedBy), address: `10.250.${randomBytes(1)[0]}.1/24` };
  const location = await admin.call(addLocation, { body });
  await using agent = await makeAgent(instance, location.id);
  agent.start();
  const pubkey = randomBytes(32).toString('base64');
  const { device } = await admin.call(addDevice, { params: { username }, body: { name, wireguard_pubkey: pubkey } });
  const phone = generateKeyPairSync('ed25519');
  const key = Buffer.from(phone.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  await query('insert into device_auth_key values ($1, $2, now())', [device.id, key]);
  using client = createKeepAliveClient(1, proxyAddress);
  const post = async (nth: number, path: string, sent: object) => {
    const { status, body: answer } = await client.post(`${instance.edge}${path}`, from(nth), JSON.stringify(sent));
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${answer}`);
    return JSON.parse(answer) as { token: string; challenge: string };
  };
  const milliseconds: number[] = [];
  for (let nth = 0; nth < (instance.quick ? 5 : 50); nth += 1) {
    const { token, challenge } = await post(nth, '/client-mfa/start', { location_id: location.id, pubkey, method: 3 });
    const code = sign(null, Buffer.from(challenge), phone.privateKey).toString('base64');
    const startedAt = performance.now();
    await post(nth, '/client-mfa/finish', { token, code });
    await within(
      'a peer at the gateway',
      until(() => agent.peers().has(pubkey)),
    );
    // the first one also waits for the connection of the gateway
    if (nth > 0) milliseconds.push(performance.now() - startedAt);
    await admin.call(endLocationSession, { params: { id: String(location.id), deviceId: String(device.id) } });
    await within(
      'the end of a session at the gateway',
      until(() => !agent.peers().has(pubkey)),
    );
  }
  yield {
    name: 'from the proof of two-factor authentication to the peer of an agent (interface in memory), p95',
    ...{ value: quantile(milliseconds, 0.95), unit: 'ms', budget: atMost(200) },
  };
  yield { name: 'the same, median', value: median(milliseconds), unit: 'ms' };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(2);
}

const edges = 4;

async function* measureWaits(instance: BenchInstance): AsyncGenerator<Reading, void, void> {
  const perEdge = instance.quick ? 25 : 500;
  const port = await freePort(0, '127.0.0.1');
  await instance.restart(`--inspect-port=127.0.0.1:${port}`);
  using inspection = await inspect(instance.pid, port);
  await warmUp(instance);
  await instance.query(
    `insert into location_sign_in (device_id, location_id, token_hash, method, expires_at, address, network)
     select d.id, l.id, sha256(lpad(d.nth::text, 32, '0')::bytea), 'mobile_approve', now() + interval '10 minutes',
       '', ''
     from (select id, row_number() over (order by id) as nth from device where kind = 'user' limit $1) d,
       (select id from location order by id limit 1) l
     on conflict (token_hash) do update set expires_at = excluded.expires_at, approved_at = null`,
    [edges * perEdge],
  );
  await using made = new AsyncDisposableStack();
  const streams: HostileStream[] = [];
  for (let nth = 0; nth < edges; nth += 1) {
    const stream = made.use(await givenHostileEdge(instance.admin)).open();
    await stream.until(() => stream.responses.length > 0);
    streams.push(stream);
  }
  const before = { heap: await inspection.usedMegabytes(), resident: await residentMegabytes(instance) };
  for (const [index, stream] of streams.entries()) {
    for (let nth = 1; nth <= perEdge; nth += 1) {
      const token = String(index * perEdge + nth).padStart(32, '0');
      const query = new TextEncoder().encode(JSON.stringify({ token }));
      const ip = `198.19.${nth >> 8}.${nth & 255}`;
      stream.send({ case: 'wait', value: { id: nth, path: '/client-mfa/remote', query, ip, userAgent: 'bench' } });
    }
  }
  // the greeting of core is the first message
  for (const stream of streams)
    await within(
      'all waits',
      stream.until(() => stream.responses.length > perEdge),
    );
  const begun = streams.flatMap(({ responses }) => responses.filter(isBegun)).length;
  if (begun !== edges * perEdge) throw new Error(`only ${begun} clients wait`);
  const resident = await residentMegabytes(instance);
  const heap = await inspection.usedMegabytes();
  for (const stream of streams) stream.close();
  const name = `growth of core's memory by ${edges * perEdge} clients that wait at ${edges} edges`;
  yield { name, value: resident - before.resident, unit: 'MB', budget: atMost(100) };
  yield { name: 'of it heap, garbage collected', value: heap - before.heap, unit: 'MB' };
}

/** Compiles what calls of strangers run, so that it does not count as memory of those who wait. */
async function warmUp(instance: BenchInstance): Promise<void> {
  using client = createKeepAliveClient(8, proxyAddress);
  const body = JSON.stringify({ token: 'x' });
  const calls = Array.from({ length: instance.quick ? 50 : 1_000 }, (_, nth) => nth);
  await Promise.all(calls.map((nth) => client.post(`${instance.edge}/enrollment/start`, from(nth), body)));
}

const isBegun = ({ message }: { message: { case: string | undefined } }) => message.case === 'waitBegun';
