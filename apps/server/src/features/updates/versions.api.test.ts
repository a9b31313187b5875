import { addActivityStream } from '@gatewarden/contract/activity-streams';
import { getOutdated, getVersions } from '@gatewarden/contract/updates';
import { expect } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { issueServerCertificate, makeAuthority } from '../../platform/crypto/certificates.ts';

const { version } = manifest;

test.beforeEach(({ server }) => removeNetwork(server));

interface EdgeRow {
  readonly version: string;
  readonly seenAt: Date;
  readonly connected?: boolean;
}

/** As if it had joined and connected. */
async function givenEdge(
  { database }: TestServer,
  address: string,
  { version: of, seenAt, connected = true }: EdgeRow,
) {
  const id = crypto.randomUUID();
  await database.query(
    `insert into component (id, kind, hostname, version, credential_hash, connected, connected_at, disconnected_at, seen_at, created_at)
      values ($1, 'edge', $2, $3, decode(md5($2), 'hex'), $4, $5, $5, $5, $5)`,
    [id, address.split(':')[0], of, connected, seenAt],
  );
  const insert = 'insert into edge (address, component_id, created_at) values ($1, $2, $3)';
  await database.query(insert, [address, id, seenAt]);
}

test('lists gateways that are older than core or lack something, for an hour after they were connected', async ({
  server,
}) => {
  const admin = await server.given.admin();
  expect(await admin.call(getOutdated, {})).toEqual({ gateways: [], proxy: null, edges: [] });
  const location = await server.given.location();
  await using _current = await server.connectGateway(location, { hostname: 'current', agentVersion: version });
  await using _newer = await server.connectGateway(location, { hostname: 'newer' });
  await using old = await server.connectGateway(location, { hostname: 'old', name: 'Old', agentVersion: '0.0.9' });
  await using _legacy = await server.connectGateway(location, { hostname: 'legacy', isLegacy: true });
  await using _other = await server.connectGateway(location, { hostname: 'other', agentVersion: 'dev build' });
  const hostnames = async () => (await admin.call(getOutdated, {})).gateways.map(({ hostname }) => hostname);
  const { gateways, proxy } = await admin.call(getOutdated, {});
  expect(gateways.find(({ hostname }) => hostname === 'old')).toEqual({
    ...{ version: '0.0.9', hostname: 'old', network_id: String(location.id), name: 'Old' },
    ...{ id: expect.any(String), created: expect.stringMatching(/^\d{4}-/) },
  });
  expect(new Set(await hostnames())).toEqual(new Set(['old', 'legacy', 'other']));
  expect(proxy).toBeNull();

  await old.disconnect();
  await expect
    .poll(() => admin.call(getVersions, {}))
    .toMatchObject({
      gateways: expect.arrayContaining([expect.objectContaining({ hostname: 'old', state: 'disconnected' })]),
    });
  expect(await hostnames()).toContain('old');
  server.clock.advance({ hours: 1, seconds: 1 });
  expect(await hostnames()).not.toContain('old');
});

test('lists edges that are older than core, the first one as the proxy', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const now = server.clock.now();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await givenEdge(server, 'current.example.com:50055', { version, seenAt: now });
  await givenEdge(server, 'old.example.com:50055', { version: '0.0.1', seenAt: now });
  await givenEdge(server, 'older.example.com:50055', { version: '0.0.0-rc.1', seenAt: now });
  const gone = { version: '0.0.1', seenAt: hoursAgo(2), connected: false };
  await givenEdge(server, 'gone.example.com:50055', gone);
  await server.database.query(`insert into edge (address, created_at) values ('waiting.example.com:50055', now())`);
  const { edges, proxy } = await admin.call(getOutdated, {});
  expect(edges.map(({ address }) => address)).toEqual(['old.example.com:50055', 'older.example.com:50055']);
  expect(proxy).toEqual({ version: '0.0.1', created: edges[0]?.created });
  const versions = await admin.call(getVersions, {});
  expect(versions.edges.map((edge) => [edge.hostname, edge.version, edge.drift, edge.state])).toEqual([
    ['current.example.com', version, 'same', 'connected'],
    ['old.example.com', '0.0.1', 'behind', 'connected'],
    ['older.example.com', '0.0.0-rc.1', 'behind', 'connected'],
    ['gone.example.com', '0.0.1', 'behind', 'disconnected'],
    [null, null, 'unknown', 'waiting'],
  ]);
});

test('lists the versions of replicas, the database, gateways and edges', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location({ name: 'Warsaw' });
  await using _ = await server.connectGateway(location, { hostname: 'gw-1', name: 'Main', agentVersion: '0.0.9' });
  await using replica = await server.startReplica();
  await server.database.query(
    `insert into core_replica (id, address, instance_key_id, seen_at)
      values (gen_random_uuid(), 'past.example.com:50055', '\\x00', now())`,
  );
  const { core, database, gateways } = await replica.given
    .signedIn((await server.given.admin()).username)
    .then((person) => person.call(getVersions, {}));
  expect(core).toMatchObject({ version, runtime: process.versions.node });
  const addressOf = ({ grpcPort }: TestServer) => expect.stringMatching(new RegExp(`:${grpcPort}$`));
  expect(core.replicas).toEqual([
    { id: expect.any(String), address: addressOf(replica), version, drift: 'same', is_current: true },
    ...[{ id: expect.any(String), address: addressOf(server), version, drift: 'same', is_current: false }],
    {
      ...{ id: expect.any(String), address: 'past.example.com:50055' },
      ...{ version: null, drift: 'unknown', is_current: false },
    },
  ]);
  expect(database).toEqual({ kind: 'external', version: expect.stringMatching(/^\d+\.\d+/) });
  expect(gateways).toEqual([
    {
      ...{ id: expect.any(String), name: 'Main', hostname: 'gw-1', location_id: location.id, location: 'Warsaw' },
      ...{ version: '0.0.9', drift: 'behind', state: 'connected', since: expect.any(String) },
      missing_capabilities: [],
    },
  ]);
  const user = await server.given.user();
  for (const endpoint of [getVersions, getOutdated]) expect((await user.try(endpoint, {})).status).toBe(403);
  await admin.call(getVersions, {});
});

test('lists certificates with their expiry, also those that settings trust', async () => {
  await using server = await startTestServer();
  let admin = await server.given.admin();
  const certificates = async () => (await admin.call(getVersions, {})).certificates;
  const inAYear = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(await certificates()).toEqual([
    { kind: 'gateways', name: null, expires_at: inAYear, state: 'valid', automatic: true },
    { kind: 'authority', name: null, expires_at: null, state: 'valid', automatic: false },
  ]);
  const authority = await makeAuthority('Own authority');
  const endingIn = async (days: number) => {
    const notAfter = new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000);
    const { certificate } = await issueServerCertificate(authority, { serverName: 'logs.example.com', notAfter });
    return { certificate, expires_at: notAfter.toISOString().slice(0, 19) };
  };
  const [soon, later] = [await endingIn(13), await endingIn(300)];
  await admin.call(addActivityStream, {
    body: {
      ...{ name: 'Archive', stream_type: 'syslog_tls' },
      stream_config: { url: 'tls://logs.example.com:6514', cert: `${later.certificate}\n${soon.certificate}` },
    },
  });
  const expiring = { kind: 'log_stream', name: 'Archive', expires_at: soon.expires_at, automatic: false };
  expect((await certificates()).slice(2)).toEqual([{ ...expiring, state: 'expiring' }]);
  server.clock.advance({ hours: 13 * 24 + 1 });
  admin = await server.given.signedIn(admin.username);
  expect((await certificates()).slice(2)).toEqual([{ ...expiring, state: 'expired' }]);
});
