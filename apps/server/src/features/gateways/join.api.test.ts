import { randomBytes } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { listActivity } from '@gatewarden/contract/activity-log';
import type { ControlRequestSchema } from '@gatewarden/contract/gateway/v1';
import { getGatewayToken, listGatewayRefusals, listGateways, rotateGatewayToken } from '@gatewarden/contract/gateways';
import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { expect } from 'vitest';
import { subscribeToEvents } from '../../../test/event-subscription.ts';
import { fetchAuthority, openLink, readToken } from '../../../test/gateway-link.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, test } from '../../../test/harness.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { joinGateway } from '../../../test/test-gateway.ts';
import { makeAuthority } from '../../platform/crypto/certificates.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const failure = (attempt: Promise<unknown>) => attempt.then(() => undefined, ConnectError.from);

test('joins with the token of a location, receives its full state and is shown as connected', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location({ address: '10.7.0.1/24, fd00:7::1/64' });
  const laptop = await server.given.device(admin);
  await using gateway = await server.connectGateway(location, { name: 'Seoul', hostname: 'gw.example.com' });
  expect(gateway.received).toEqual(['reportEvery', 'full']);
  expect(gateway.state?.interface).toMatchObject({ addresses: ['10.7.0.1/24', 'fd00:7::1/64'], listenPort: 51820 });
  const allowedIps = ['10.7.0.2/32', 'fd00:7::2/128'];
  expect([...(gateway.state?.peers ?? [])]).toEqual([[laptop.publicKey, { allowedIps, keepaliveSeconds: 25 }]]);
  const [shown] = await admin.call(listGateways, { params: { id: String(location.id) } });
  expect(shown).toMatchObject({ uid: gateway.id, connected: true, name: 'Seoul', hostname: 'gw.example.com' });
  expect(shown).toMatchObject({ version: '1.2.3', backend: 'userspace', network_name: location.name });
});

test('stores neither secret nor credential unencrypted, in tables or log', async ({ server }) => {
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  const tables = ['join_secret', 'component', 'gateway', 'activity_entry', 'link_authority', 'secret'];
  const rows = await Promise.all(tables.map((table) => server.database.query(`select to_jsonb(t) from ${table} t`)));
  for (const secret of [gateway.credential, readToken(token).secret]) {
    const spellings = [secret, Buffer.from(secret).toString('hex')];
    for (const text of [JSON.stringify(rows), server.logged()]) {
      expect(spellings.filter((spelling) => text.includes(spelling))).toEqual([]);
    }
  }
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
});

test('shows the same token until it is rotated, on every replica', async ({ server, replica }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const params = { id: String(location.id) };
  const before = await admin.call(getGatewayToken, { params });
  expect(before.grpc_url).toBe(`https://localhost:${server.grpcPort}`);
  const { core: _, cores: __, ...pinned } = readToken(before.token);
  expect(readToken((await admin.call(getGatewayToken, { params })).token)).toMatchObject(pinned);
  const answer = await replica.stranger().send('GET', `/network/${location.id}/token`, {
    headers: { cookie: admin.cookie ?? '' },
  });
  const elsewhere = readToken(((await answer.json()) as { token: string }).token);
  expect(elsewhere).toMatchObject(pinned);
});

test('logs who read the join token, without the token', async ({ server }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  await admin.try(getGatewayToken, { params: { id: '999999999' } });
  const log = await admin.call(listActivity, { query: { event: ['gateway_token_shown'], location: [location.name] } });
  expect(log.data).toMatchObject([{ event: 'gateway_token_shown', username: admin.username, location: location.name }]);
  expect(JSON.stringify(log)).not.toContain(readToken(token).secret);
});

test('treats showing the join token as a change: no other site can cause it, and HEAD logs nothing', async ({
  server,
}) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const ask = (method: string, headers: Record<string, string>) =>
    rawRequest(server.url, method, `/api/v1/network/${location.id}/token`, {
      headers: { 'user-agent': 'test', cookie: admin.cookie ?? '', ...headers },
    });
  for (const site of ['cross-site', 'same-site'])
    expect(await ask('GET', { 'sec-fetch-site': site })).toMatchObject({
      status: 403,
      body: expect.stringContaining('origin_refused'),
    });
  expect(await ask('HEAD', {})).toMatchObject({ status: 200, body: '' });
  const query = { event: ['gateway_token_shown'], location: [location.name] };
  expect((await admin.call(listActivity, { query })).data).toEqual([]);
  expect((await ask('GET', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await admin.call(listActivity, { query })).data).toHaveLength(1);
});

test('answers HEAD for the join token of an unknown location like GET', async ({ server }) => {
  const admin = await server.given.admin();
  for (const method of ['HEAD', 'GET']) {
    expect([method, (await admin.send(method, '/network/999999999/token')).status]).toEqual([method, 404]);
  }
});

test('counts showing the join token against the write limit', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_WRITES_PER_SECOND: '1' } });
  const [admin, location] = [await server.given.admin(), await server.given.location()];
  const params = { id: String(location.id) };
  // administrators may write 20 times as often as users, for six seconds
  for (let shown = 0; shown < 120; shown += 1) await admin.try(getGatewayToken, { params });
  expect(await admin.try(getGatewayToken, { params })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

test('refuses to join with a rotated token, and does not affect gateways that joined', async ({ server }) => {
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  const admin = await server.given.admin();
  const params = { id: String(location.id) };
  const old = await admin.call(getGatewayToken, { params });
  const rotated = await admin.call(rotateGatewayToken, { params });
  expect(rotated.token).not.toBe(old.token);
  expect((await failure(joinGateway(old.token, { hostname: 'late' })))?.code).toBe(Code.Unauthenticated);
  await using _late = await joinGateway(rotated.token);
  await server.given.device(admin);
  await gateway.until(({ state }) => state?.peers.size === 1);
  expect(await admin.call(listGatewayRefusals, { params })).toEqual([
    {
      at: expect.any(String),
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      hostname: 'late',
      reason: 'join_token_invalid',
      gateway: null,
    },
  ]);
});

test('refuses the secret of one location for another, and lists the attempt at the requested location', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const [first, second] = [await server.given.location(), await server.given.location()];
  const { token } = await admin.call(getGatewayToken, { params: { id: String(first.id) } });
  const forged = encodeJoinToken({ ...readToken(token), location: second.id });
  expect((await failure(joinGateway(forged)))?.code).toBe(Code.Unauthenticated);
  const refusals = (id: number) => admin.call(listGatewayRefusals, { params: { id: String(id) } });
  expect(await refusals(second.id)).toMatchObject([{ reason: 'join_token_invalid', hostname: 'edge-1' }]);
  expect(await refusals(first.id)).toEqual([]);
  const refused = (await server.events()).filter(({ type }) => type === 'gateway.refused');
  expect(refused.filter(({ payload }) => payload['locationId'] === second.id)).toHaveLength(1);
});

test('lists a client that rejected the certificate', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  const admin = await server.given.admin();
  await using subscription = await subscribeToEvents(server.database);
  const params = { id: String(location.id) };
  const { core } = readToken((await admin.call(getGatewayToken, { params })).token);
  const { certificate } = await makeAuthority('Gatewarden');
  const link = openLink(core, certificate);
  expect((await failure(link.client.join({ secret: 'x' })))?.message).toContain('certificate');
  await subscription.next('gateway.refused');
  const [refusal] = await admin.call(listGatewayRefusals, { params });
  expect(refusal).toMatchObject({ reason: 'authority_refused', hostname: null });
});

test('refuses an agent with invalid names', async ({ server }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const params = { id: String(location.id) };
  const { token } = await admin.call(getGatewayToken, { params });
  for (const details of [{ hostname: '' }, { hostname: 'a\nb' }, { name: 'n'.repeat(129) }]) {
    expect((await failure(joinGateway(token, details)))?.code).toBe(Code.InvalidArgument);
  }
  expect(await admin.call(listGateways, { params })).toEqual([]);
});

test('limits wrong join secrets of an address to 20 a minute, and never refuses the correct one', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  const authentic = readToken(token);
  const ca = await fetchAuthority(authentic);
  // core closes connections that make several calls without a valid credential
  const attempt = async (secret: string) => {
    const link = openLink(authentic.core, ca);
    const request = { secret, locationId: location.id, hostname: 'h', agentVersion: '1' };
    return failure(link.client.join(request).finally(link.close));
  };
  for (let nth = 1; nth <= 20; nth += 1) expect((await attempt('wrong'))?.code).toBe(Code.Unauthenticated);
  expect((await attempt('wrong'))?.code).toBe(Code.ResourceExhausted);
  expect(await attempt(authentic.secret)).toBeUndefined();
  server.clock.advance({ minutes: 1 });
  expect((await attempt('wrong'))?.code).toBe(Code.Unauthenticated);
});

test('accepts a correct credential from an address that sends many wrong ones, and records 20 of those', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await gateway.disconnect();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  const authority = await fetchAuthority(readToken(token));
  // a connection that does not authenticate may make few calls
  const guess = () => {
    const link = openLink(readToken(token).core, authority);
    const authorization = `Bearer gwg_${randomBytes(32).toString('base64url')}`;
    const answers = link.client.control(sendOnce(undefined), { headers: { authorization } });
    return failure(answers[Symbol.asyncIterator]().next()).finally(() => link.close());
  };
  for (let nth = 1; nth <= 25; nth += 1) expect((await guess())?.code).toBe(Code.Unauthenticated);
  const flood = Array.from({ length: 6 }, guess);
  await gateway.connect();
  expect(gateway.received).toContain('reportEvery');
  await Promise.all(flood);
  expect(await admin.call(listGatewayRefusals, { params: { id: String(location.id) } })).toHaveLength(20);
});

test('limits a location to a hundred gateways', async ({ server }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  await givenGatewayRows(server.database, { location_id: location.id }, 99);
  await using _hundredth = await joinGateway(token);
  expect((await failure(joinGateway(token)))?.code).toBe(Code.FailedPrecondition);
});

test('limits a location to a hundred gateways when many join concurrently', async ({ server }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  await givenGatewayRows(server.database, { location_id: location.id }, 98);
  const attempts = await Promise.all(Array.from({ length: 6 }, () => failure(joinGateway(token))));
  expect(attempts.map((error) => error?.code).filter((code) => code !== undefined)).toEqual(
    Array.from({ length: 4 }, () => Code.FailedPrecondition),
  );
});

test('refuses a stream without a credential or a greeting', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const params = { id: String(location.id) };
  const { token } = await admin.call(getGatewayToken, { params });
  await using gateway = await joinGateway(token);
  const link = openLink(readToken(token).core, await fetchAuthority(readToken(token)));
  const own = `Bearer ${gateway.credential}`;
  const attempts: [string, ControlMessage, Code][] = [
    ['', undefined, Code.Unauthenticated],
    ['Bearer gwg_short', undefined, Code.Unauthenticated],
    [own, { case: 'heartbeat', value: {} }, Code.InvalidArgument],
    [own, { case: 'hello', value: { agentVersion: '1' } }, Code.InvalidArgument],
  ];
  for (const [authorization, first, code] of attempts) {
    const responses = link.client.control(sendOnce(first), { headers: { authorization } });
    expect((await failure(responses[Symbol.asyncIterator]().next()))?.code).toBe(code);
  }
  expect(await admin.call(listGatewayRefusals, { params })).toEqual([]);
  link.close();
});

type ControlMessage = MessageInitShape<typeof ControlRequestSchema>['message'];

async function* sendOnce(message: ControlMessage) {
  if (message) yield { message };
}

test('sends the full state to a gateway that claims to hold a state that the location never had', async ({
  server,
}) => {
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await gateway.disconnect();
  await server.database.query('delete from location_state_history');
  await server.database.query('update location_state set state_id = gen_random_uuid()');
  await gateway.connect();
  await gateway.until(({ received }) => received.includes('full'));
  expect(gateway.received).not.toContain('change');
});

test('removes only the gateway whose credential a new one presents for replacement', async ({ server }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const params = { id: String(location.id) };
  await using old = await server.connectGateway(location, { name: 'old' });
  await using _neighbour = await server.connectGateway(location, { name: 'neighbour' });
  const { token } = await admin.call(getGatewayToken, { params });
  await using _guess = await joinGateway(token, { name: 'guess', replacedCredential: `gwg_${'A'.repeat(43)}` });
  await using _again = await joinGateway(token, { name: 'again', replacedCredential: old.credential });
  expect((await old.ended)?.code).toBe(Code.Unauthenticated);
  const names = (await admin.call(listGateways, { params })).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['again', 'guess', 'neighbour']);
  const removed = (await server.events()).filter(({ type }) => type === 'gateway.removed');
  const here = removed.filter(({ payload }) => JSON.stringify(payload).includes(`"location_id":${location.id},`));
  expect(here).toMatchObject([{ payload: { gateway: { name: 'old' } } }]);
});

test('marks a token with a loopback address, and uses the requested address instead', async ({ server }) => {
  const location = await server.given.location();
  const admin = await server.given.admin();
  const params = { id: String(location.id) };
  expect(await admin.call(getGatewayToken, { params })).toMatchObject({ loopback: true });
  for (const address of ['vpn.example.com:50055', '[fe80::1%eth0]:50055']) {
    const shown = await admin.call(getGatewayToken, { params, query: { address } });
    expect(shown).toMatchObject({ loopback: false, grpc_url: `https://${address}` });
    expect(readToken(shown.token)).toMatchObject({ core: address });
    expect(readToken(shown.token).cores).toBeUndefined();
  }
  for (const address of ['vpn.example.com', 'https://vpn.example.com:1', 'a b:1', '-x:1']) {
    const path = `/network/${location.id}/token?address=${encodeURIComponent(address)}`;
    expect((await admin.send('GET', path)).status).toBe(400);
  }
});
