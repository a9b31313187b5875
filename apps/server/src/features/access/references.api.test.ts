import { deleteAccessRule, explainAccess, getAccessRule } from '@gatewarden/contract/access';
import { findAccessReferences, maxReferences, type ReferencedKind } from '@gatewarden/contract/access-references';
import { listAccessTests } from '@gatewarden/contract/access-tests';
import { deleteDevice } from '@gatewarden/contract/devices';
import { deleteGroup, listGroups, restoreGroup } from '@gatewarden/contract/groups';
import { deleteLocation } from '@gatewarden/contract/locations';
import { deleteUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
  await server.database.query('delete from access_alias');
  await server.database.query('delete from access_test');
});

const idOf = (id: number) => ({ params: { id: String(id) } });
const noSources = { allow_all_users: false };

async function find({ given }: TestServer, kind: ReferencedKind, id: number) {
  return (await given.admin()).call(findAccessReferences, { query: { kind, id: String(id) } });
}

async function givenGroup({ given }: TestServer, members: readonly string[] = []) {
  const { name } = await given.group({ members });
  const group = (await (await given.admin()).call(listGroups, {})).find((each) => each.name === name);
  return { id: group?.id ?? 0, name };
}

/** A network device of the user. */
async function givenNetworkDevice({ given, database }: TestServer, owner: Parameters<typeof given.device>[0]) {
  const { device } = await given.device(owner);
  await database.query(`update device set kind = 'network' where id = ${device.id}`);
  return device;
}

/** Whether the source can reach 10.20.0.1, TCP 443, in a location that allows by default. */
async function isAllowed({ given }: TestServer, userId: number, locationId: number) {
  const question = { user_id: userId, location_id: locationId, address: '10.20.0.1', protocol: 6, port: 443 };
  const { allowed, reason } = await (await given.admin()).call(explainAccess, { body: question });
  return [allowed, reason];
}

describe('the references to an object', () => {
  test('are the rules that allow or deny it, by name, and the tests about it', async ({ server }) => {
    const { given } = server;
    const [user, other] = [await given.user(), await given.user()];
    const denying = await given.deployedRule({ name: 'b', denied_users: [user.id] });
    const only = await given.accessRule({ name: 'A', ...noSources, allowed_users: [user.id], enabled: false });
    await given.accessRule({ name: 'c', ...noSources, allowed_users: [other.id] });
    const { id } = await given.accessTest({ name: 'Payroll', source_kind: 'user', source_id: user.id });
    await given.accessTest({ name: 'All' });

    expect(await find(server, 'user', user.id)).toEqual({
      rules: [
        {
          ...{ id: only.id, parent_id: null, name: 'A', state: 'New', enabled: false },
          ...{ role: 'allowed', device: null, is_last: true },
        },
        {
          ...{ id: denying.id, parent_id: null, name: 'b', state: 'Applied', enabled: true },
          ...{ role: 'denied', device: null, is_last: false },
        },
      ],
      rule_count: 2,
      tests: [{ id, name: 'Payroll' }],
      test_count: 1,
    });
  });

  test('include pending changes of rules', async ({ server }) => {
    const { given } = server;
    const group = await givenGroup(server);
    const rule = await given.deployedRule({ ...noSources, allowed_groups: [group.id] });
    await (await given.admin()).call(deleteAccessRule, idOf(rule.id));

    expect((await find(server, 'group', group.id)).rules).toMatchObject([
      { id: rule.id, state: 'Applied', role: 'allowed', is_last: true },
      { parent_id: rule.id, state: 'Deleted' },
    ]);
  });

  test('of a user contain those of the network devices that are deleted with the user', async ({ server }) => {
    const { given } = server;
    await given.location();
    const user = await given.user();
    const [printer, scanner] = [await givenNetworkDevice(server, user), await givenNetworkDevice(server, user)];
    const devices = { allowed_devices: [printer.id], denied_devices: [scanner.id] };
    await given.accessRule({ name: 'a', ...noSources, ...devices, allowed_users: [user.id] });
    await given.accessRule({ name: 'b', ...noSources, allowed_devices: [printer.id], allowed_groups: [1] });
    await given.accessTest({ name: 'Print', source_kind: 'network_device', source_id: printer.id });

    const { rules, tests } = await find(server, 'user', user.id);

    expect(rules.map(({ name, role, device, is_last: isLast }) => [name, role, device?.name, isLast])).toEqual([
      ['a', 'allowed', printer.name, true],
      ['a', 'denied', scanner.name, true],
      ['a', 'allowed', undefined, true],
      ['b', 'allowed', printer.name, false],
    ]);
    expect(tests).toMatchObject([{ name: 'Print' }]);
    const ofDevice = await find(server, 'device', printer.id);
    expect(ofDevice.rules.map(({ name, is_last: isLast }) => [name, isLast])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });

  test('of a location and an alias say where and how rules use them', async ({ server }) => {
    const { given } = server;
    const [one, other] = [await given.location(), await given.location()];
    const alias = await given.accessAlias();
    await given.accessRule({ name: 'a', all_networks: false, networks: [one.id], aliases: [alias.id] });
    await given.accessRule({ name: 'b', all_networks: false, networks: [one.id, other.id] });
    await given.accessRule({ name: 'c' });
    await given.accessTest({ name: 'Here', location_id: one.id });

    const ofLocation = await find(server, 'location', one.id);

    expect(ofLocation.rules).toMatchObject([
      { name: 'a', role: 'location', is_last: true },
      { name: 'b', role: 'location', is_last: false },
    ]);
    expect(ofLocation.tests).toMatchObject([{ name: 'Here' }]);
    expect(await find(server, 'alias', alias.id)).toMatchObject({
      rules: [{ name: 'a', role: 'alias', is_last: false }],
      ...{ tests: [], test_count: 0 },
    });
  });

  test('are listed up to a limit, and all counted', async ({ server }) => {
    const { database, given } = server;
    const user = await given.user();
    await given.accessRule({ allowed_users: [user.id] });
    await database.query(`
      with copies as (
        insert into access_rule (state, name, priority, enabled, all_locations, allow_all_users, deny_all_users,
          allow_all_network_devices, deny_all_network_devices, destination, ports, protocols)
        select state, name, priority, enabled, all_locations, allow_all_users, deny_all_users,
          allow_all_network_devices, deny_all_network_devices, destination, ports, protocols
        from access_rule, generate_series(1, ${maxReferences}) returning id)
      insert into access_rule_user (rule_id, user_id, allow) select id, ${user.id}, true from copies`);

    const { rules, rule_count: count } = await find(server, 'user', user.id);

    expect([rules.length, count]).toEqual([maxReferences, maxReferences + 1]);
  });

  test('of an object that does not exist are empty; other questions are refused', async ({ server }) => {
    const admin = await server.given.admin();
    const refusal = async (query: Record<string, string>) =>
      (await admin.send('GET', `/acl/references?${new URLSearchParams(query)}`)).status;

    expect(await find(server, 'device', 999_999)).toEqual({ rules: [], rule_count: 0, tests: [], test_count: 0 });
    for (const query of [{ kind: 'rule', id: '1' }, { kind: 'user', id: '0' }, { kind: 'user' }]) {
      expect(await refusal(query as Record<string, string>)).toBe(400);
    }
  });
});

describe('deleting what a rule names', () => {
  const open = { acl_enabled: true, acl_default_allow: true };

  test('leaves a rule without sources, which matches no source and still protects', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await given.location(open);
    const [user, stranger] = [await given.user(), await given.user()];
    const printer = await givenNetworkDevice(server, user);
    const group = await givenGroup(server, [stranger.username]);
    const rules = [
      await given.deployedRule({ name: 'a', ...noSources, allowed_users: [user.id] }),
      await given.deployedRule({ name: 'b', ...noSources, allowed_devices: [printer.id] }),
      await given.deployedRule({ name: 'c', ...noSources, allowed_groups: [group.id] }),
    ];
    expect(await isAllowed(server, stranger.id, location.id)).toEqual([true, 'rule']);

    await admin.call(deleteDevice, idOf(printer.id));
    await admin.call(deleteUser, { params: { username: user.username } });
    await admin.call(deleteGroup, { params: { name: group.name } });

    for (const { id } of rules) {
      expect(await admin.call(getAccessRule, idOf(id))).toMatchObject({
        ...{ state: 'Applied', allow_all_users: false, allow_all_network_devices: false },
        ...{ allowed_users: [], allowed_devices: [], allowed_groups: [] },
      });
    }
    expect(await isAllowed(server, stranger.id, location.id)).toEqual([false, 'protected']);
  });

  test('ends the denial of a group that is deleted, until the deletion is undone', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await given.location(open);
    const contractor = await given.user();
    const group = await givenGroup(server, [contractor.username]);
    await given.deployedRule({ denied_groups: [group.id] });
    const test = await given.accessTest({ expectation: 'denied', source_kind: 'group', source_id: group.id });
    const params = { name: group.name };

    await admin.call(deleteGroup, { params });
    const between = await isAllowed(server, contractor.id, location.id);
    const testsBetween = await admin.call(listAccessTests, {});
    await admin.call(restoreGroup, { params });

    expect([between, testsBetween]).toEqual([[true, 'rule'], []]);
    expect(await isAllowed(server, contractor.id, location.id)).toEqual([false, 'rule']);
    expect(await admin.call(listAccessTests, {})).toEqual([test]);
  });

  test('restores no reference of a group to a rule or location that is deleted meanwhile', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await given.location(open);
    const group = await givenGroup(server);
    const rule = await given.accessRule({ ...noSources, allowed_groups: [group.id] });
    await given.accessTest({ source_kind: 'group', source_id: group.id, location_id: location.id });
    const params = { name: group.name };

    await admin.call(deleteGroup, { params });
    await admin.call(deleteAccessRule, idOf(rule.id));
    await admin.call(deleteLocation, idOf(location.id));
    await admin.call(restoreGroup, { params });

    expect(await find(server, 'group', group.id)).toMatchObject({ rule_count: 0, test_count: 0 });
  });

  test('leaves a rule without locations, which applies in none', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const [gone, other] = [await given.location(open), await given.location(open)];
    const user = await given.user();
    const { id } = await given.deployedRule({ all_networks: false, networks: [gone.id], deny_all_users: true });

    await admin.call(deleteLocation, idOf(gone.id));

    expect(await admin.call(getAccessRule, idOf(id))).toMatchObject({ all_networks: false, networks: [] });
    expect(await isAllowed(server, user.id, other.id)).toEqual([true, 'default']);
  });
});
