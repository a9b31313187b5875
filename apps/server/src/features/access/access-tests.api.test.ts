import { applyAccessRules, deleteAccessRule, deployAccess, listAccessRules } from '@gatewarden/contract/access';
import {
  type AccessTestResult,
  addAccessTest,
  deleteAccessTest,
  type EditAccessTest,
  listAccessTests,
  runAccessTests,
  updateAccessTest,
} from '@gatewarden/contract/access-tests';
import { listActivity } from '@gatewarden/contract/activity-log';
import { describe, expect } from 'vitest';
import { accessTestBody } from '../../../test/given/access.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
  await server.database.query('delete from access_test');
});

const enforcing = { acl_enabled: true, acl_default_allow: false };

async function run({ given }: TestServer, body: { rules?: number[] } = {}): Promise<AccessTestResult[]> {
  return (await given.admin()).call(runAccessTests, { body });
}

const outcomes = (results: readonly AccessTestResult[]) => results.map(({ current, after }) => [current, after]);

describe('an access test', () => {
  test('is added, listed by name, changed and deleted, each with an event', async ({ server }) => {
    const admin = await server.given.admin();
    const b = await admin.call(addAccessTest, {
      body: accessTestBody({ name: 'b', ports: '443,80', protocols: [17, 6] }),
    });
    const a = await admin.call(addAccessTest, { body: accessTestBody({ name: 'A' }) });

    const params = { id: String(b.id) };
    const changed = await admin.call(updateAccessTest, { params, body: accessTestBody({ name: 'c', ports: '22' }) });
    await admin.call(updateAccessTest, { params, body: accessTestBody({ name: 'c', ports: '22' }) });

    expect(await admin.call(listAccessTests, {})).toEqual([a, changed]);
    expect(changed).toMatchObject({ ...accessTestBody({ name: 'c', ports: '22' }), id: b.id });
    await admin.call(deleteAccessTest, { params });
    expect(await admin.call(listAccessTests, {})).toEqual([a]);
    expect((await admin.try(deleteAccessTest, { params })).status).toBe(404);
    const events = ['access_test_added', 'access_test_modified', 'access_test_removed'] as const;
    const { data } = await admin.call(listActivity, { query: { event: [...events] } });
    expect(data.slice(0, 4).map(({ event }) => event)).toEqual([...events.toReversed(), 'access_test_added']);
  });

  test.for<[string, Partial<EditAccessTest>, number, string]>([
    ['an unknown user', { source_kind: 'user', source_id: 999_999 }, 422, 'access_reference_unknown'],
    ['a user without an id', { source_kind: 'user', source_id: null }, 422, 'access_reference_unknown'],
    ['all users with an id', { source_kind: 'all_users', source_id: 1 }, 422, 'access_reference_unknown'],
    ['an unknown location', { location_id: 999_999 }, 422, 'access_reference_unknown'],
    ['no address', { destination: 'intranet' }, 422, 'destination_invalid'],
    ['a reversed range', { destination: '10.0.0.9-10.0.0.1' }, 422, 'destination_range_reversed'],
    ['no port', { ports: '65536' }, 422, 'ports_invalid'],
    ['a repeated port', { ports: '80,80' }, 422, 'ports_repeated'],
  ])('with %s is refused', async ([, changes, status, code], { server }) => {
    const admin = await server.given.admin();

    const answer = await admin.try(addAccessTest, { body: accessTestBody(changes) });

    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([status, code]);
    expect(await admin.call(listAccessTests, {})).toEqual([]);
  });

  test('is limited in number', async ({ server }) => {
    await server.database.query(
      `insert into access_test (name, expectation, destination, ports, protocols)
        select 'test ' || n, 'allowed', '', '', '{}' from generate_series(1, 200) n`,
    );

    const answer = await (await server.given.admin()).try(addAccessTest, { body: accessTestBody() });

    expect([answer.status, answer.body]).toMatchObject([409, { code: 'access_test_limit_reached' }]);
  });
});

describe('the results of access tests', () => {
  test('compare the deployed rules with pending changes, and name a connection that fails', async ({ server }) => {
    const { given } = server;
    const user = await given.user();
    const location = await given.location(enforcing);
    await given.deployedRule({ destination: '10.30.0.0/24', ports: '443' });
    const denial = await given.accessRule({
      ...{ destination: '10.30.0.128/25', ports: '443', priority: -1 },
      ...{ allow_all_users: false, denied_users: [user.id] },
    });
    await given.accessTest({ name: 'a', destination: '10.30.0.0/24' });
    await given.accessTest({ name: 'b', destination: '10.30.0.0/25' });
    await given.accessTest({ name: 'c', destination: '10.30.0.0/24', expectation: 'denied', ports: '22' });
    await given.accessTest({ name: 'd', destination: '10.30.0.0/24', expectation: 'denied', ports: '' });

    const results = await run(server);

    expect(outcomes(results)).toEqual([
      ['passes', 'fails'],
      ['passes', 'passes'],
      ['passes', 'passes'],
      ['fails', 'fails'],
    ]);
    expect(results[0]?.counterexample).toEqual({
      ...{ location_id: location.id, user_id: user.id, network_device_id: null, source_count: 1 },
      ...{ address: '10.30.0.128', protocol: 6, port: 443 },
    });
    expect(outcomes(await run(server, { rules: [] }))[0]).toEqual(['passes', 'passes']);
    expect(outcomes(await run(server, { rules: [denial.id] }))[0]).toEqual(['passes', 'fails']);
  });

  test('tell when no user is concerned, and that a location without enforcement allows everything', async ({
    server,
  }) => {
    const { given } = server;
    const stranger = await given.user();
    const group = await given.group({ members: [(await given.user()).username] });
    await given.location({ ...enforcing, allowed_groups: [group.name] });
    const open = await given.location({ acl_enabled: false });
    await given.accessTest({ name: 'a', source_kind: 'user', source_id: stranger.id });
    await given.accessTest({ name: 'b', expectation: 'denied', location_id: open.id });

    expect(outcomes(await run(server))).toEqual([
      ['no_source', 'no_source'],
      ['fails', 'fails'],
    ]);
  });
});

describe('a deployment that breaks an access test', () => {
  async function givenBreakingChange({ given }: TestServer) {
    await given.user();
    await given.location(enforcing);
    const rule = await given.deployedRule({ destination: '10.30.0.1' });
    await given.accessTest({ name: 'Payroll works', destination: '10.30.0.1' });
    const admin = await given.admin();
    await admin.call(deleteAccessRule, { params: { id: String(rule.id) } });
    const deletion = (await admin.call(listAccessRules, {})).find(({ parent_id: parent }) => parent === rule.id);
    return { admin, rules: [deletion?.id ?? 0] };
  }

  test('is refused, and nothing is deployed', async ({ server }) => {
    const { admin, rules } = await givenBreakingChange(server);

    const answers = [
      await admin.try(deployAccess, { body: { rules, aliases: [] } }),
      await admin.try(applyAccessRules, { body: { rules } }),
    ];

    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([409, { code: 'access_tests_fail', details: { tests: 'Payroll works' } }]);
    }
    expect(await admin.call(listAccessRules, {})).toHaveLength(2);
  });

  test('is accepted with a reason, which is logged', async ({ server }) => {
    const { admin, rules } = await givenBreakingChange(server);

    await admin.call(deployAccess, { body: { rules, aliases: [], override_reason: 'Payroll moved' } });

    expect(await admin.call(listAccessRules, {})).toEqual([]);
    const { data } = await admin.call(listActivity, { query: { event: ['access_deployed'] } });
    expect(data[0]?.description).toContain('Access tests that fail now: Payroll works. Reason: Payroll moved');
  });

  test('is accepted without a reason if the test fails already', async ({ server }) => {
    const { given } = server;
    const { admin, rules } = await givenBreakingChange(server);
    await admin.call(deployAccess, { body: { rules, aliases: [], override_reason: 'Payroll moved' } });
    const other = await given.accessRule({ destination: '10.30.0.2' });

    await admin.call(deployAccess, { body: { rules: [other.id], aliases: [] } });

    expect(outcomes(await run(server))).toEqual([['fails', 'fails']]);
  });
});
