import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollUpTraffic } from '../../apps/server/src/features/traffic/roll-up.ts';
import { openDatabase, openPool } from '../../apps/server/src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/test-database.ts';
import { type Loaded, loadDataSet } from './load.ts';
import { small } from './sizes.ts';

const until = new Date();
let database: TestDatabase;
let loaded: Loaded;

beforeAll(async () => {
  database = await createTestDatabase();
  const target = { DATABASE_URL: database.url, GATEWARDEN_SECRET_KEY: randomBytes(32).toString('base64') };
  loaded = await loadDataSet(target, { sizes: small, seed: 'test', until });
});
afterAll(() => database[Symbol.asyncDispose]());

/** The first rows of a query that selects inconsistent data. */
async function wrong(query: string): Promise<unknown[]> {
  return database.query(`${query} limit 5`);
}

describe('the data set', () => {
  it('has the requested sizes', async () => {
    expect(loaded).toMatchObject({ people: small.people, events: small.events });
    expect(loaded.devices).toBeGreaterThan(small.devices);
    expect(await database.query('select count(*)::int as count from "group"')).toEqual([{ count: small.groups }]);
  });

  it('assigns devices of people to exactly the locations that admit their owners', async () => {
    const admitted = `u.is_active and (
      not exists (select from location_group g where g.location_id = l.id)
      or exists (select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin)
      or exists (select from group_member m join location_group g using (group_id)
        where m.user_id = u.id and g.location_id = l.id))`;
    const assigned = 'exists (select from device_location x where x.device_id = d.id and x.location_id = l.id)';
    const pairs = `from device d join "user" u on u.id = d.user_id, location l where d.kind = 'user'`;
    expect(await wrong(`select d.id, l.id ${pairs} and (${admitted}) <> ${assigned}`)).toEqual([]);
    expect(await database.query(`select count(*)::int > 100 as many ${pairs} and not ${assigned}`)).toEqual([
      { many: true },
    ]);
  });

  it('gives each device one host address per network of the location, other than the gateway has', async () => {
    const places = `from device_location p join location_network n using (location_id)
      left join device_address a on (a.device_id, a.location_id, a.position) = (p.device_id, p.location_id, n.position)`;
    expect(await wrong(`select p.device_id ${places} where a.address is null`)).toEqual([]);
    const unusable = `not a.address << n.address or a.address = host(n.address)::inet
      or a.address = host(network(n.address))::inet or a.address = host(broadcast(n.address))::inet`;
    expect(await wrong(`select a.address, n.address ${places} where ${unusable}`)).toEqual([]);
  });

  it('has a peer for every device in a location without a second factor', async () => {
    expect(
      await wrong(`select * from (
        select device_id, location_id from device_location join location on id = location_id where mfa_mode = 'disabled'
      ) wanted full join peer using (device_id, location_id)
      where public_key is null or (select version from location_state s where s.location_id = peer.location_id) <> version`),
    ).toEqual([]);
    expect(loaded.peers).toBeGreaterThan(small.devices);
  });

  it('has traffic of devices that adds up to the totals of their locations', async () => {
    const stored = (table: string) => `select location_id, u as upload from ${table}, unnest(upload) u`;
    const devices = `select location_id, sum(upload) as upload from (
      ${stored('traffic_days')} union all ${stored('traffic_hours')} union all
      ${stored('traffic_minutes')} where starts_at >= (select min(rolled_until) from traffic_progress)
    ) x group by location_id`;
    const totals = `select location_id, sum(upload) as upload from traffic_total where step = 'hour' group by location_id`;
    expect(
      await wrong(`select * from (${devices}) d full join (${totals}) t using (location_id)
      where d.upload is distinct from t.upload`),
    ).toEqual([]);
  });

  it('stores traffic as the product does: rolling it up changes nothing', async () => {
    const tables = ['traffic_minutes', 'traffic_hours', 'traffic_days', 'traffic_total'];
    const counts = () =>
      database.query(tables.map((name) => `select count(*)::int as ${name} from ${name}`).join(' union all '));
    const before = await counts();
    const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
    const days = { detail: 35, history: 400 };
    await rollUpTraffic(openDatabase(pool), until, days).finally(() => pool.end());
    expect(await counts()).toEqual(before);
  });
});
