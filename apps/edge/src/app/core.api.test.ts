import { connect } from 'node:net';
import { deleteEdge, getEdgeToken, rotateEdgeToken } from '@gatewarden/contract/edges';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { expect } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import { newEdgeClient } from '../../../server/test/edge-client.ts';
import { openEdgeSocket } from '../../../server/test/edge-socket.ts';
import { givenAccount } from '../../../server/test/given/accounts.ts';
import { connectMethods, givenPhone, givenProtected } from '../../../server/test/given/connect.ts';
import { removeNetwork } from '../../../server/test/given/network.ts';
import { test } from '../../../server/test/harness.ts';
import { givenConnectedEdge, givenEdge, stateOf } from '../../test/given-edge.ts';
import { makeStateDir, startTestEdge } from '../../test/test-edge.ts';

// the first account of the instance
test.beforeEach(async ({ server }) => void (await server.given.admin()));

test('an edge joins over the connection of core, and passes on what a client asks', async ({ server }) => {
  await using given = await givenConnectedEdge(server);
  const { admin, id, edge, token } = given;
  expect(await stateOf(admin, id)).toMatchObject({ hostname: 'edge-1', version: '1.2.3', problem: null });
  const user = await givenAccount(server);
  const params = { username: user.username };
  const { enrollment_token } = await user.call(startDesktop, { params, body: {} });
  const client = newEdgeClient({ edgePort: edge.port });
  const started = await client.post('/enrollment/start', { token: enrollment_token });
  expect(started).toMatchObject({ status: 200, body: { user: { login: user.username } } });
  expect(started.headers.get('defguard-core-connected')).toBe('true');
  expect(client.cookies()).toContain('defguard_proxy=');
  // the session of one edge continues at another
  const session = await client.post('/enrollment/session', {});
  expect(session).toMatchObject({ status: 200, body: { kind: 'client' } });
  expect(await client.post('/enrollment/start', { token: 'wrong' })).toMatchObject({ status: 401 });
  expect(await client.post('/no/such/call', {})).toMatchObject({ status: 404 });
  expect(await client.post('/enrollment/start', { token: 5 })).toMatchObject({ status: 422 });
  const types = (await server.events()).map(({ type }) => type).filter((type) => type.startsWith('edge.'));
  expect(types).toEqual(expect.arrayContaining(['edge.added', 'edge.token-shown', 'edge.joined', 'edge.connected']));
  expect(edge.logged()).not.toContain(token);
});

test('an edge without core says so, keeps nothing waiting, and works again when core is back', async ({ server }) => {
  const given = await givenEdge(server);
  await using folder = await makeStateDir();
  await using first = await startTestEdge({ ...given, stateDir: folder.path });
  await expect.poll(async () => (await stateOf(given.admin, given.id))?.state).toBe('connected');
  await first.stop();
  await expect.poll(async () => (await stateOf(given.admin, given.id))?.state).toBe('disconnected');
  await expect.poll(async () => (await stateOf(given.admin, given.id))?.problem).toBe('refused');
  // without its token: the folder has the credential
  await using again = await startTestEdge({ linkPort: given.linkPort, stateDir: folder.path });
  const client = newEdgeClient({ edgePort: again.port });
  const early = await client.post('/enrollment/session', {});
  expect([401, 500]).toContain(early.status);
  await expect.poll(async () => (await stateOf(given.admin, given.id))?.state).toBe('connected');
  await expect.poll(async () => (await client.post('/enrollment/session', {})).status).toBe(401);
});

test('an edge that waits for core answers with an error that says so', async () => {
  await using folder = await makeStateDir();
  const { encodeJoinToken } = await import('@gatewarden/contract/join-token');
  const linkPort = await freePort();
  const token = encodeJoinToken({ core: `127.0.0.1:${linkPort}`, secret: 'A'.repeat(43), ca: 'ab'.repeat(32) });
  await using edge = await startTestEdge({ linkPort, token, stateDir: folder.path });
  const client = newEdgeClient({ edgePort: edge.port });
  const answer = await client.post('/enrollment/start', { token: 'x' });
  expect(answer).toMatchObject({
    status: 500,
    body: { error: 'Internal server error', code: 'core_not_connected' },
  });
  expect(answer.headers.get('defguard-core-connected')).toBe('false');
  const health = await fetch(`http://127.0.0.1:${edge.port}/api/v1/health-grpc`);
  expect(health.status).toBe(503);
});

test('a removed edge loses its credential at once, and removes it', async ({ server }) => {
  await using given = await givenConnectedEdge(server);
  const { admin, params, edge, token, linkPort, stateDir } = given;
  await admin.call(deleteEdge, { params });
  await expect(edge.ended).rejects.toThrow('Core no longer accepts the credential of this edge');
  await expect(startTestEdge({ linkPort, token, stateDir })).rejects.toThrow('Use a new token');
  await expect(admin.call(getEdgeToken, { params })).rejects.toThrow('edge_not_found');
});

test('a rotated token admits no edge, and joined edges stay connected', async ({ server }) => {
  const { admin, params, linkPort, token, id } = await givenEdge(server);
  const { token: next } = await admin.call(rotateEdgeToken, { params });
  await using folder = await makeStateDir();
  await using refused = await startTestEdge({ linkPort, token, stateDir: folder.path });
  await expect(refused.ended).rejects.toThrow('Core does not know this join token');
  await using joined = await startTestEdge({ linkPort, token: next, stateDir: folder.path });
  await expect.poll(async () => (await stateOf(admin, id))?.state).toBe('connected');
  expect(joined.logged()).not.toContain(next);
});

test('an edge that joins at the address of another replaces it', async ({ server }) => {
  await using given = await givenConnectedEdge(server);
  const { admin, edge, token, linkPort, id } = given;
  await edge.stop();
  await using folder = await makeStateDir();
  await using second = await startTestEdge({ linkPort, token, stateDir: folder.path });
  await expect.poll(async () => (await stateOf(admin, id))?.state).toBe('connected');
  await second.stop();
  await using former = await startTestEdge({ linkPort, stateDir: given.stateDir });
  await expect(former.ended).rejects.toThrow('removed or replaced');
});

test('a stranger at the port for core learns nothing and does not keep core away', async ({ server }) => {
  const { linkPort, token, id, admin } = await givenEdge(server);
  await using folder = await makeStateDir();
  await using edge = await startTestEdge({ linkPort, token, stateDir: folder.path });
  const strangers = Array.from({ length: 20 }, () => connect(linkPort, '127.0.0.1'));
  for (const socket of strangers) socket.on('error', () => undefined);
  const received = new Promise<Buffer>((resolve) => strangers[0]?.once('data', resolve));
  await expect.poll(async () => (await stateOf(admin, id))?.state).toBe('connected');
  expect(String(await received)).not.toContain(token.slice(0, 20));
  for (const socket of strangers) socket.destroy();
  expect(edge.logged()).not.toContain('"level":50');
});

test('a client that waits at an edge receives the key when a phone approves, or the end of the edge', async ({
  server,
}) => {
  await removeNetwork(server);
  await using given = await givenConnectedEdge(server);
  const edge = { edgePort: given.edge.port };
  const { una, start } = await givenProtected(server);
  const phone = await givenPhone(server, una);
  const begin = async () => {
    const { body } = await start(connectMethods.mobileApprove);
    const [token, challenge] = [String(body['token']), String(body['challenge'])];
    const socket = await openEdgeSocket(edge, `/client-mfa/remote?token=${encodeURIComponent(token)}`);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    const code = phone.signature(challenge);
    return { socket, approval: { token, code, auth_pub_key: phone.authKey } };
  };
  expect(await openEdgeSocket(edge, '/client-mfa/remote?token=unknown')).toBe(401);
  const first = await begin();
  await using _ = first.socket;
  const client = newEdgeClient(edge);
  expect(await client.post('/client-mfa/finish-remote', first.approval)).toMatchObject({ status: 200 });
  expect(await first.socket.closed).toBe(1000);
  expect(first.socket.messages).toEqual([{ type: 'mfa_success', preshared_key: expect.any(String) }]);

  const second = await begin();
  await using __ = second.socket;
  await given.admin.call(deleteEdge, { params: given.params });
  expect(await second.socket.closed).toBe(1001);
});

test('of a thousand clients that wait at an edge, 512 are admitted, and 64 of one address', async ({ server }) => {
  await removeNetwork(server);
  await using given = await givenConnectedEdge(server);
  const { una, location } = await givenProtected(server);
  const until = new Date(server.clock.now().getTime() + 300_000);
  const tokens = Array.from({ length: 1_000 }, (_, nth) => String(nth).padStart(32, '0'));
  // attempts of so many devices
  await server.database.query(
    `with added as (
       insert into device (user_id, name, public_key, kind, configured, created_at)
       select $1, 'waits ' || nth, encode(sha256(nth::text::bytea), 'base64'), 'user', true, now()
       from generate_series(0, 999) nth returning id, substr(name, 7)::integer as nth),
     placed as (insert into device_location (device_id, location_id) select id, $2 from added)
     insert into location_sign_in (device_id, location_id, token_hash, method, expires_at, address, network)
     select id, $2, sha256(lpad(nth::text, 32, '0')::bytea), 'mobile_approve', $3, '', '' from added`,
    [una.id, location.id, until],
  );
  const edge = { edgePort: given.edge.port };
  const open = (nth: number, address: string) =>
    openEdgeSocket(edge, `/client-mfa/remote?token=${tokens[nth]}`, address);
  await using sockets = new AsyncDisposableStack();
  const statuses: number[] = [];
  const openAll = async (first: number, count: number, addressOf: (nth: number) => string) => {
    // a hundred at a time
    for (let from = first; from < first + count; from += 100) {
      const size = Math.min(100, first + count - from);
      const opening = Array.from({ length: size }, (_, nth) => open(from + nth, addressOf(from + nth)));
      for (const socket of await Promise.all(opening)) {
        if (typeof socket === 'number') statuses.push(socket);
        else statuses.push(sockets.use(socket) && 101);
      }
    }
  };
  const count = (status: number) => statuses.filter((each) => each === status).length;
  await openAll(0, 70, (nth) => `2001:db8:4::${nth.toString(16)}`);
  expect([count(101), count(429)]).toEqual([64, 6]);
  await openAll(70, 930, (nth) => `192.0.2.${nth % 20}`);
  expect([count(101), count(429), count(503)]).toEqual([512, 6, 1_000 - 512 - 6]);
  // the edge still answers
  expect((await newEdgeClient(edge).post('/edge', {})).status).toBe(200);
});
