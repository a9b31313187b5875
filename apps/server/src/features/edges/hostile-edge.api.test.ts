import { request } from 'node:http';
import { Code } from '@connectrpc/connect';
import { addEdge, deleteEdge, listEdges } from '@gatewarden/contract/edges';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { fetchAuthority, readToken } from '../../../test/gateway-link.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { connectMethods, givenPhone, givenProtected } from '../../../test/given/connect.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { givenHostileEdge, type HostileStream, json, openLinkOver, openStream } from '../../../test/hostile-edge.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

// the first account of the instance
test.beforeEach(async ({ server }) => void (await server.given.admin()));

async function givenHostile(server: TestServer) {
  const admin = await givenAccount(server, { isAdmin: true });
  return { admin, edge: await givenHostileEdge(admin) };
}

async function connected(stream: HostileStream): Promise<HostileStream> {
  await stream.until(() => stream.responses.length > 0);
  return stream;
}

const start = '/enrollment/start';
const guess = (ip: string, nth = 0) => ({ path: start, ip, body: json({ token: `guess ${nth}` }) });

test('over the link, an edge reaches neither the interface of the console nor that of gateways', async ({ server }) => {
  const { admin, edge } = await givenHostile(server);
  await using _ = edge;
  const { id } = await server.given.location();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(id) } });
  expect(await edge.joinAsGateway(readToken(token).secret)).toBe(Code.Unimplemented);
  for (const path of ['/api/v1/user', '/api/v1/auth', '/', '/gatewarden.gateway.v1.GatewayService/Control']) {
    expect([404, 415]).toContain(await edge.requestHttp('POST', path));
  }
  const stream = await connected(edge.open());
  for (const path of [
    '/auth',
    '/user',
    '/settings',
    '/edges',
    '/../user',
    '/enrollment/../user',
    '/setup',
    'user',
    '',
  ]) {
    expect(await stream.call({ path })).toMatchObject({ status: 404 });
  }
  stream.close();
});

test('an edge learns nothing of the network of core but the address of the edge itself', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  expect(parseJoinToken(edge.token)).toMatchObject({ token: { core: edge.address } });
  const stream = await connected(edge.open());
  const answers = [await stream.call({ path: '/edge' }), await stream.call(guess('192.0.2.1'))];
  const [{ message } = { message: undefined }] = stream.responses;
  expect(message).toMatchObject({ case: 'welcome', value: { protocolVersion: 1, coreVersion: expect.any(String) } });
  const told = JSON.stringify([message?.value, ...answers]);
  for (const secret of [`:${server.grpcPort}`, server.database.url, 'postgres', edge.address]) {
    expect(told).not.toContain(secret);
  }
  stream.close();
});

test('the credential of an edge is refused on the port for gateways, and at the address of another edge', async ({
  server,
}) => {
  const { admin, edge } = await givenHostile(server);
  await using _ = edge;
  await using other = await givenHostileEdge(admin);
  const atOther = edge.open({ credential: other.credential });
  expect(await atOther.ended).toBe(Code.Unauthenticated);
  const { id } = await server.given.location();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(id) } });
  const core = readToken(token);
  const link = openLinkOver({
    endpoint: { host: '127.0.0.1', port: server.grpcPort, label: 'core' },
    ca: await fetchAuthority(core),
  } as never);
  expect(await openStream(link, { credential: edge.credential }).ended).toBe(Code.Unimplemented);
  link.close();
  // both are still served where they joined
  (await connected(edge.open())).close();
  (await connected(other.open())).close();
});

test('a removed edge is cut off, and its credential is refused by each core from then on', async ({
  server,
  replica: _replica,
}) => {
  const { admin, edge } = await givenHostile(server);
  await using _ = edge;
  const stream = await connected(edge.open());
  await admin.call(deleteEdge, { params: edge.params });
  expect(await stream.ended).toBe(Code.Unauthenticated);
  await admin.call(addEdge, { body: { address: edge.address } });
  const seen = new Set<number>();
  // both cores connect to an edge that refuses neither
  for (let connections = 0; connections < 2; connections += 1) {
    const core = await edge.nextCore();
    seen.add(core.endpoint.port);
    const link = openLinkOver(core);
    expect(await openStream(link, { credential: edge.credential }).ended).toBe(Code.Unauthenticated);
    link.close();
  }
  expect(seen.size).toBe(2);
});

test('an edge that makes up addresses has a limit of its own, which other edges and core do not share', async () => {
  await using server = await startTestServer();
  await server.given.admin();
  const { admin, edge } = await givenHostile(server);
  await using _ = edge;
  await using other = await givenHostileEdge(admin);
  const [stream, honest] = [await connected(edge.open()), await connected(other.open())];
  expect((await stream.call(guess('192.0.2.1'))).status).toBe(401);
  // as after 1 990 calls: ten remain
  const used = new Date(server.clock.now().getTime() + 9_950);
  const changed = await server.database.query(
    `update shared_limit set full_at = $1 where key like 'edge %' returning key`,
    [used],
  );
  expect(changed).toHaveLength(1);
  const answers = [];
  for (let nth = 0; nth < 15; nth += 1) answers.push((await stream.call(guess(`198.51.100.${nth}`, nth))).status);
  expect(answers).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  expect((await honest.call(guess('203.0.113.1'))).status).toBe(401);
  expect((await newEdgeClient(server).post(start, { token: 'x' })).status).toBe(401);
  for (const each of [stream, honest]) each.close();
});

test('what is no address counts as one unknown address', async () => {
  await using server = await startTestServer();
  await server.given.admin();
  const { edge } = await givenHostile(server);
  await using _ = edge;
  const stream = await connected(edge.open());
  const texts = [
    '',
    'x',
    '999.1.1.1',
    "1'; drop table edge",
    '::1%eth0',
    `${'1'.repeat(500)}.1.1.1`,
    '192.0.2.1, 192.0.2.2',
  ];
  const statuses: number[] = [];
  for (let nth = 0; nth < 24; nth += 1) {
    statuses.push((await stream.call(guess(texts[nth % texts.length] ?? '', nth))).status);
  }
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
  expect((await stream.call(guess('192.0.2.200'))).status).toBe(401);
  stream.close();
});

test('oversized and malformed calls are refused, and the stream continues', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  const stream = await connected(edge.open());
  const long = 'x'.repeat(16_500);
  const bodies = [
    json({ token: long }),
    new TextEncoder().encode('{'),
    new Uint8Array([0xff, 0xfe]),
    new Uint8Array(),
    json(7),
  ];
  for (const body of bodies) expect((await stream.call({ path: start, body })).status).toBe(422);
  expect((await stream.call({ path: `/${'x'.repeat(200)}` })).status).toBe(404);
  expect((await stream.call({ path: '/enrollment/session', enrollmentSession: 'x'.repeat(513) })).status).toBe(422);
  expect((await stream.call({ ...guess('192.0.2.7'), userAgent: long, ifNoneMatch: long })).status).toBe(401);
  // of no wait
  stream.send({ case: 'endWait', value: { id: 4_000_000_000 } });
  expect((await stream.call(guess('192.0.2.8'))).status).toBe(401);
  stream.close();
});

test('of calls with one id, each gets its own answer', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  const stream = await connected(edge.open());
  const value = { id: 7, userAgent: '', ifNoneMatch: '', ip: '192.0.2.60' };
  const answers = () =>
    stream.responses.flatMap(({ message }) =>
      message.case === 'answer' && message.value.id === 7 ? [message.value] : [],
    );
  stream.send({ case: 'call', value: { ...value, ...guess('192.0.2.60') } });
  stream.send({ case: 'call', value: { ...value, path: '/none', body: json({}) } });
  await stream.until(() => answers().length === 2);
  expect(
    answers()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([401, 404]);
  stream.send({ case: 'call', value: { ...value, path: '/none', body: json({}) } });
  await stream.until(() => answers().length === 3);
  stream.close();
});

test('an id of a client that waits is not given to another one, and the first receives the key', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  const given = await givenProtected(server);
  const phone = await givenPhone(server, given.una);
  const [first, second] = [
    await given.start(connectMethods.mobileApprove),
    await given.start(connectMethods.mobileApprove),
  ];
  const stream = await connected(edge.open());
  const ends = () =>
    stream.responses.flatMap(({ message }) =>
      message.case === 'waitEnd' && message.value.id === 7 ? [message.value] : [],
    );
  const wait = ({ body }: typeof first) => {
    const value = {
      id: 7,
      path: '/client-mfa/remote',
      query: json({ token: body['token'] }),
      ip: '192.0.2.61',
      userAgent: '',
    };
    stream.send({ case: 'wait', value });
  };
  wait(first);
  await stream.until(() => stream.responses.some(({ message }) => message.case === 'waitBegun'));
  wait(second);
  await stream.until(() => ends().length === 1);
  expect(ends()[0]?.refusal?.status).toBe(429);
  const approve = ({ body }: typeof first) => {
    const proof = { token: body['token'], code: phone.signature(body['challenge']), auth_pub_key: phone.authKey };
    return stream.call({ path: '/client-mfa/finish-remote', ip: '192.0.2.62', body: json(proof) });
  };
  expect(await approve(first)).toMatchObject({ status: 200 });
  await stream.until(() => ends().length === 2);
  expect(JSON.parse(new TextDecoder().decode(ends()[1]?.message))).toMatchObject({ type: 'mfa_success' });
  // the id is free, and the attempt is over
  wait(first);
  await stream.until(() => ends().length === 3);
  expect(ends()[2]?.refusal?.status).toBe(401);
  expect(await approve(first)).toMatchObject({ status: 400 });
  stream.close();
});

test.for([
  ['that is not a greeting', { case: 'heartbeat', value: {} }, Code.InvalidArgument],
  ['with an invalid host name', { case: 'hello', value: { hostname: 'a\nb', edgeVersion: '1' } }, Code.InvalidArgument],
  ['that is too large', { case: 'hello', value: { hostname: 'x'.repeat(300_000) } }, Code.ResourceExhausted],
] as const)('a stream with a first message %s is ended', async ([, hello, code], { server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  expect(await edge.open({ hello }).ended).toBe(code);
});

test('a message of more than 256 KiB ends the stream', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  const stream = await connected(edge.open());
  const value = { id: 1, path: start, body: new Uint8Array(300_000) };
  stream.send({ case: 'call', value });
  expect(await stream.ended).toBe(Code.ResourceExhausted);
});

test('an edge has one stream: each further one replaces it, and too many are refused', async ({ server }) => {
  const { admin, edge } = await givenHostile(server);
  await using _ = edge;
  const streams = Array.from({ length: 40 }, () => edge.open());
  let ended = 0;
  for (const stream of streams) void stream.ended.then(() => (ended += 1));
  const states = await Promise.all(
    streams.map((stream) => Promise.race([stream.ended, connected(stream).then(() => 'connected' as const)])),
  );
  expect(states).toContain(Code.ResourceExhausted);
  await expect.poll(() => ended).toBeGreaterThanOrEqual(39);
  expect((await admin.call(listEdges, {})).filter(({ id }) => id === edge.id)).toHaveLength(1);
  for (const stream of streams) stream.close();
});

test('sessions that were altered, or are of another instance or kind, are refused', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  const user = await server.given.user();
  const { enrollment_token: token } = await user.call(startDesktop, { params: { username: user.username }, body: {} });
  const stream = await connected(edge.open());
  expect((await stream.call({ path: start, body: json({ token }) })).status).toBe(200);
  const session = (fields: object) => stream.call({ path: '/enrollment/session', ip: '192.0.2.50', ...fields });
  expect((await session({ enrollmentSession: token })).status).toBe(200);
  const altered = [
    `${token.slice(0, 31)}!`,
    token.slice(0, 31),
    `${token}0`,
    token.toLowerCase(),
    'A'.repeat(32),
    '',
    '\0',
  ];
  for (const text of altered) expect(await session({ enrollmentSession: text })).toMatchObject({ status: 401 });
  expect((await session({ passwordResetSession: token })).status).toBe(401);
  const reset = { path: '/password-reset/reset', body: json({ password: 'Battery-staple-8' }), ip: '192.0.2.51' };
  expect((await stream.call({ ...reset, passwordResetSession: token })).status).toBe(401);
  stream.close();
});

test('links in mails have the configured address, whatever headers come through an edge', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_EDGE_URL: 'https://join.example.com' } });
  const admin = await server.given.admin();
  await using sink = await startSmtpSink();
  await givenMailServer(server, sink);
  const una = await server.given.user();
  await using hostile = await givenHostileEdge(admin);
  const stream = await connected(hostile.open());
  const body = json({ email: `${una.username}@example.com` });
  expect((await stream.call({ path: '/password-reset/request', body, ip: '192.0.2.1' })).status).toBe(200);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const asked = request({
    port: server.edgePort,
    host: '127.0.0.1',
    path: '/api/v1/password-reset/request',
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  asked.end(Buffer.from(body));
  for (const { email } of await sink.received(2)) {
    expect(email.text).toContain('https://join.example.com/password-reset?token=');
    expect(JSON.stringify(email)).not.toContain('evil');
  }
  stream.close();
});

test('an edge that reconnects without end fills no log', async ({ server }) => {
  const { edge } = await givenHostile(server);
  await using _ = edge;
  (await connected(edge.open())).close();
  await server.query(`update log_allowance set logged = 200 where kind = 'edge'`);
  const count = async () =>
    (await server.query(`select count(*)::integer as n from activity_entry where event like 'edge_%connected'`))[0]?.[
      'n'
    ];
  const before = await count();
  for (let streams = 0; streams < 3; streams += 1) (await connected(edge.open())).close();
  expect(await count()).toBe(before);
  const omitted = await server.query(`select omitted from log_allowance where kind = 'edge'`);
  expect(Number(omitted[0]?.['omitted'])).toBeGreaterThanOrEqual(3);
  await server.query(`delete from log_allowance where kind = 'edge'`);
});
