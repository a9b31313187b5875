import {
  applyAccessRules,
  deleteAccessRule,
  explainAccess,
  listRuleHits,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
  await server.database.query('delete from traffic_rule');
});

const lastHit = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

async function givenHits(
  { database, clock }: TestServer,
  ruleId: number,
  locationId: number,
  packets: number,
  daysAgo = 0,
) {
  const at = new Date(clock.now().getTime() - daysAgo * 86_400_000).toISOString();
  await database.query(
    `insert into traffic_rule (rule_id, location_id, day, packets, bytes, last_hit_at)
     values ($1, $2, $3::timestamptz at time zone 'UTC', $4::int, $4::int * 100, $3)`,
    [ruleId, locationId, at, packets],
  );
}

test('sums what each rule decided in the last 30 days', async ({ server }) => {
  const { given } = server;
  const [one, other] = [await given.location(), await given.location()];
  const [used, unused] = [await given.deployedRule(), await given.deployedRule()];
  await givenHits(server, used.id, one.id, 3);
  await givenHits(server, used.id, one.id, 4, 30);
  await givenHits(server, used.id, other.id, 5, 1);
  await givenHits(server, used.id, one.id, 100, 31);
  await givenHits(server, unused.id, one.id, 100, 40);

  expect(await (await given.admin()).call(listRuleHits, {})).toEqual([
    { rule_id: used.id, packets: 12, bytes: 1200, last_hit: lastHit },
  ]);
});

test('explains a decision with what the deciding rule decided in the location', async ({ server }) => {
  const { given } = server;
  const user = await given.user();
  const [location, other] = [await given.location({ acl_enabled: true }), await given.location({ acl_enabled: true })];
  const rule = await given.deployedRule();
  await givenHits(server, rule.id, location.id, 3);
  const explain = async (locationId: number, address = '10.20.0.1') =>
    (await given.admin()).call(explainAccess, {
      body: { user_id: user.id, location_id: locationId, address, protocol: 6, port: 443 },
    });

  expect((await explain(location.id)).hits).toEqual({ packets: 3, bytes: 300, last_hit: lastHit });
  expect((await explain(other.id)).hits).toBeNull();
  expect((await explain(location.id, '10.20.0.2')).hits).toBeNull();
});

test('a deployed change retains what was counted, and a deployed deletion removes it', async ({ server }) => {
  const { given } = server;
  const admin = await given.admin();
  const location = await given.location();
  const [changed, deleted] = [await given.deployedRule(), await given.deployedRule()];
  for (const { id } of [changed, deleted]) await givenHits(server, id, location.id, 3);
  const change = await admin.call(updateAccessRule, {
    params: { id: String(changed.id) },
    body: ruleBody({ ports: '444' }),
  });
  await admin.call(deleteAccessRule, { params: { id: String(deleted.id) } });
  const [deletion] = await server.database.query('select id from access_rule where parent_id = $1', [deleted.id]);
  await admin.call(applyAccessRules, { body: { rules: [change.id, Number(deletion?.['id'])] } });

  expect(await admin.call(listRuleHits, {})).toMatchObject([{ rule_id: change.id, packets: 3 }]);
  expect(await server.database.query('select 1 from traffic_rule')).toHaveLength(1);
});
