import { Code } from '@connectrpc/connect';
import { getGatewayToken, rotateGatewayToken } from '@gatewarden/contract/gateways';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';
import { joinGateway, type TestGateway } from '../../../test/test-gateway.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { logOmittedEntries } from './gateway-log.ts';

/** Entries of the activity log; events that are only broadcast have none. */
async function countEntries(server: TestServer, prefix: string): Promise<number> {
  const rows = await server.database.query('select from activity_entry where starts_with(event, $1)', [prefix]);
  return rows.length;
}

async function omittedOf(server: TestServer): Promise<number[]> {
  const rows = await server.query("select omitted from log_allowance where kind = 'gateway' order by omitted");
  return rows.map(({ omitted }) => Number(omitted));
}

/** Makes the agent report other problems with its state, this many times. Resolves when core has read all reports. */
async function reportProblems(gateway: TestGateway, times: number): Promise<void> {
  await gateway.until(({ contentRequests }) => contentRequests === 1);
  const { version = 0, id = '' } = gateway.state ?? {};
  const report = (problems: string[]) =>
    gateway.send({
      case: 'applied',
      value: { version: BigInt(version), stateId: Buffer.from(id, 'hex'), problems },
    });
  for (let nth = 0; nth < times; nth += 1) report([`problem ${nth}`]);
  // without problems, core asks for the content again
  report([]);
  await gateway.until(({ contentRequests }) => contentRequests === 2);
}

async function summarize(server: TestServer): Promise<void> {
  const pool = openPool({ connection: server.database.connection, maxConnections: 1, onIdleError: () => undefined });
  const events = createEvents({ listen: () => () => undefined }, pino({ level: 'silent' }));
  try {
    await logOmittedEntries({ db: openDatabase(pool), events, clock: server.clock });
  } finally {
    await pool.end();
  }
}

it('adds at most sixty entries an hour for one gateway, and one that counts the rest', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  await using hostile = await server.connectGateway(location, { hostname: 'hostile' });
  await using honest = await server.connectGateway(location, { hostname: 'honest' });
  const before = await countEntries(server, 'gateway_');
  await reportProblems(hostile, 100);
  expect(await omittedOf(server)).toEqual([0, 41]);
  expect((await countEntries(server, 'gateway_')) - before).toBe(59);

  await honest.disconnect();
  await expect.poll(() => countEntries(server, 'gateway_disconnected')).toBe(1);
  await summarize(server);
  expect(await countEntries(server, 'gateway_entries_omitted')).toBe(0);
  server.clock.advance({ hours: 1 });
  await summarize(server);
  await summarize(server);
  expect((await server.events()).filter(({ type }) => type === 'gateway.entries-omitted')).toMatchObject([
    { payload: { gateway: { hostname: 'hostile' }, count: 41 } },
  ]);
});

it('continues to process events of a gateway beyond its entries', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await reportProblems(gateway, 70);
  expect(await omittedOf(server)).toEqual([11]);
  const twin = gateway.duplicate();
  await twin.connect();
  // the newer stream replaces the older one, although it is not logged
  expect(await gateway.ended).toBeUndefined();
  await twin.disconnect();
});

it('broadcasts events of a gateway beyond its entries to consoles, and counts them', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await reportProblems(gateway, 60);
  const [[omitted = 0], logged] = [await omittedOf(server), await countEntries(server, 'gateway_')];
  await using console = await openConsole(await server.given.admin());
  await gateway.disconnect();
  await console.untilStale('gateways');
  expect(await omittedOf(server)).toEqual([omitted + 1]);
  expect(await countEntries(server, 'gateway_')).toBe(logged);
});

it('adds two hundred entries an hour for all unauthenticated callers, and counts the rest', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: `${location.id}` } });
  await admin.call(rotateGatewayToken, { params: { id: `${location.id}` } });
  const refused = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1)
      await expect(joinGateway(token)).rejects.toMatchObject({ code: Code.Unauthenticated });
  };
  await refused(1);
  await server.query("update log_allowance set logged = 198 where kind = 'gateway'");
  await refused(3);
  expect(await countEntries(server, 'gateway_refused')).toBe(3);
  expect(await omittedOf(server)).toEqual([1]);
  server.clock.advance({ hours: 1 });
  await summarize(server);
  expect((await server.events()).at(-1)).toMatchObject({
    type: 'gateway.entries-omitted',
    payload: { gateway: null, count: 1 },
  });
});

it('admits at most two hundred gateways of one location in an hour, also one after another', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: `${location.id}` } });
  const removed = { location_id: location.id, created_at: server.clock.now(), removed_at: new Date() };
  await givenGatewayRows(server.database, removed, 199);
  const first = await joinGateway(token);
  const again = joinGateway(token, { replacedCredential: first.credential });
  await expect(again).rejects.toMatchObject({ code: Code.ResourceExhausted });
  server.clock.advance({ hours: 1 });
  await joinGateway(token, { replacedCredential: first.credential });
});
