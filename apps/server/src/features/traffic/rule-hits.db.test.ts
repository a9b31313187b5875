import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic } from '../../../test/given/traffic.ts';
import { purgeDeletedTraffic } from './roll-up.ts';

interface Hit {
  readonly rule: number;
  readonly packets?: bigint;
  readonly bytes?: bigint;
}

/** Inserts a rule and returns its id; without locations it applies in all of them. */
async function givenRule({ database }: GivenTraffic, locations: number[] = [], state = 'applied'): Promise<number> {
  const [row] = await database.query(
    `insert into access_rule (state, name, priority, enabled, all_locations, allow_all_users, deny_all_users,
       allow_all_network_devices, deny_all_network_devices, destination, ports, protocols)
     values ($2, 'rule', 0, true, $1, true, false, false, false, '', '', '{}') returning id`,
    [locations.length === 0, state],
  );
  const id = Number(row?.['id']);
  await database.query('insert into access_rule_location (rule_id, location_id) select $1, unnest($2::int[])', [
    id,
    locations,
  ]);
  return id;
}

async function givenHits() {
  const given = await givenTraffic('2030-01-15T23:59:00Z');
  const location = await given.location();
  const gateway = await given.gateway(location);
  const reportOf = (...hits: Hit[]) => ({
    ...given.reportOf([]),
    ruleHits: hits.map(({ rule, packets = 1n, bytes = 60n }) => ({ ruleId: BigInt(rule), packets, bytes })),
  });
  return {
    given,
    location,
    gateway,
    reportOf,
    report: (...hits: Hit[]) => given.traffic.record(location, gateway, reportOf(...hits)),
    stored: () =>
      given.database.query(
        'select rule_id, location_id, day::text, packets::int, bytes::int from traffic_rule order by 1, 2, 3',
      ),
    [Symbol.asyncDispose]: () => given[Symbol.asyncDispose](),
  };
}

it('adds what each rule decided to the day, and counts a repeated report once', async () => {
  await using hits = await givenHits();
  const rule = await givenRule(hits.given);
  const report = hits.reportOf({ rule, packets: 3n, bytes: 200n });
  for (const _ of [1, 2]) await hits.given.traffic.record(hits.location, hits.gateway, report);
  hits.given.clock.advance({ seconds: 30 });
  await hits.report({ rule });
  hits.given.clock.advance({ seconds: 60 });
  await hits.report({ rule });

  const row = { rule_id: rule, location_id: hits.location };
  expect(await hits.stored()).toEqual([
    { ...row, day: '2030-01-15', packets: 4, bytes: 260 },
    { ...row, day: '2030-01-16', packets: 1, bytes: 60 },
  ]);
});

it('ignores rules that do not exist, are not deployed or belong to other locations', async () => {
  await using hits = await givenHits();
  const other = await hits.given.location();
  const here = await givenRule(hits.given, [hits.location, other]);
  const there = await givenRule(hits.given, [other]);
  const pending = await givenRule(hits.given, [], 'new');
  await hits.given.traffic.record(hits.location, hits.gateway, {
    ...hits.reportOf({ rule: there }, { rule: pending }, { rule: 999_999 }, { rule: 0 }, { rule: here, packets: 0n }),
  });
  expect(await hits.stored()).toEqual([]);

  hits.given.clock.advance({ seconds: 30 });
  const huge = { ruleId: 2n ** 64n - 1n, packets: 1n, bytes: 1n };
  const report = hits.reportOf({ rule: here }, { rule: here, packets: 5n });
  await hits.given.traffic.record(hits.location, hits.gateway, { ...report, ruleHits: [huge, ...report.ruleHits] });
  expect(await hits.stored()).toMatchObject([{ rule_id: here, packets: 5 }]);
});

it('counts on when a gateway reports impossible numbers', async () => {
  await using hits = await givenHits();
  const rule = await givenRule(hits.given);
  const most = 2n ** 64n - 1n;
  for (const _ of [1, 2, 3]) {
    await hits.report({ rule, packets: most, bytes: most });
    hits.given.clock.advance({ seconds: 1 });
  }
  const [row] = await hits.given.database.query('select bytes::text from traffic_rule');
  expect(row).toEqual({ bytes: `${Number.MAX_SAFE_INTEGER}` });
});

it('deletes what rules decided more than 400 days ago, and what deleted rules decided', async () => {
  await using hits = await givenHits();
  const [kept, deleted] = [await givenRule(hits.given), await givenRule(hits.given)];
  await hits.report({ rule: kept }, { rule: deleted });
  await hits.given.database.query('delete from access_rule where id = $1', [deleted]);
  await purgeDeletedTraffic(hits.given.db, hits.given.clock.now());
  expect(await hits.stored()).toMatchObject([{ rule_id: kept }]);

  hits.given.clock.advance({ hours: 401 * 24 });
  await purgeDeletedTraffic(hits.given.db, hits.given.clock.now());
  expect(await hits.stored()).toEqual([]);
});
