import {
  type AccessChange,
  deleteAccessRule,
  deployAccess,
  diffAccess,
  listAccessRules,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { setUsersStatus } from '@gatewarden/contract/bulk-users';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import { listGroups } from '@gatewarden/contract/groups';
import { describe, expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
  await server.database.query('delete from access_alias');
});

const enforcing = { acl_enabled: true, acl_default_allow: false };

async function diff({ given }: TestServer, body: BodyOf<typeof diffAccess> = {}) {
  return (await given.admin()).call(diffAccess, { body });
}

async function givenGroup({ given }: TestServer, members: readonly string[]): Promise<{ id: number; name: string }> {
  const { name } = await given.group({ members });
  const group = (await (await given.admin()).call(listGroups, {})).find((each) => each.name === name);
  if (!group) throw new Error('the group does not exist');
  return group;
}

/** Only who gains or loses which addresses. */
const short = ({ effect, all_users, groups, users, targets }: AccessChange) => ({
  ...{ effect, who: all_users ? 'all' : { groups, users } },
  targets: targets.map(({ addresses }) => addresses),
});

describe('comparing pending changes with what is deployed', () => {
  test('tells who gains and who loses what, once for all locations in which it is the same', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const [one, two] = [await given.user(), await given.user()];
    const group = await givenGroup(server, [one.username, two.username]);
    const locations = [await given.location(enforcing), await given.location(enforcing)];
    await given.location({ acl_enabled: false });
    const rule = { allow_all_users: false, allowed_groups: [group.id], destination: '10.30.0.0/24', ports: '443' };
    const { id } = await given.deployedRule(rule);
    const params = { id: String(id) };
    await admin.call(updateAccessRule, { params, body: ruleBody({ ...rule, destination: '10.30.0.0/25' }) });
    await given.accessRule({ destination: '10.31.0.9', ports: '', protocols: [1] });

    const { changes, change_count: count } = await diff(server);

    const ids = locations.map((location) => location.id);
    const tcp = { first_protocol: 6, last_protocol: 6, first_port: 443, last_port: 443 };
    expect(count).toBe(2);
    expect(changes).toEqual([
      {
        ...{ effect: 'lost', location_ids: ids, all_users: false, groups: [group.id], users: [], user_count: 2 },
        ...{ except_groups: [], except_users: [], network_devices: [] },
        ...{ targets: [{ addresses: '10.30.0.128/25', services: [tcp] }], target_count: 1 },
      },
      expect.objectContaining({ effect: 'gained', location_ids: ids, all_users: true, target_count: 1 }),
    ]);
  });

  test('tells what other settings of a location would change', async ({ server }) => {
    const { given } = server;
    await given.deployedRule({ destination: '10.30.0.0/24', ports: '', protocols: [] });
    await given.accessRule({ destination: '10.99.0.0/24' });
    const { id } = await given.location({ acl_enabled: false });
    await given.location(enforcing);
    const nothingPending = { rules: [], aliases: [] };
    const changesWith = async (settings: typeof enforcing) =>
      (await diff(server, { ...nothingPending, location: { id, ...settings } })).changes.map((change) => ({
        ...short(change),
        locations: change.location_ids,
      }));

    expect(await changesWith(enforcing)).toEqual([
      {
        effect: 'lost',
        who: 'all',
        targets: ['0.0.0.0-10.29.255.255', '10.30.1.0-255.255.255.255', '::/0'],
        locations: [id],
      },
    ]);
    expect(await changesWith({ acl_enabled: true, acl_default_allow: true })).toEqual([]);
    const missing = { id: 2_000_000_000, ...enforcing };
    const answer = await (await given.admin()).try(diffAccess, { body: { location: missing } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'location_not_found' } });
  });

  test('concerns only enabled users who may use the location', async ({ server }) => {
    const { given } = server;
    const [member, disabled, stranger] = [await given.user(), await given.user(), await given.user()];
    const group = await givenGroup(server, [member.username, disabled.username]);
    const admin = await given.admin();
    await admin.call(setUsersStatus, { body: { users: [disabled.id], is_active: false } });
    await given.location({ ...enforcing, allowed_groups: [group.name] });
    await given.accessRule({
      allow_all_users: false,
      allowed_users: [member.id, disabled.id, stranger.id],
      destination: '10.30.0.1',
    });

    const { changes } = await diff(server);

    expect(changes.map(short)).toEqual([
      { effect: 'gained', who: { groups: [group.id], users: [] }, targets: ['10.30.0.1'] },
    ]);
  });

  test('compares the chosen changes alone, also of aliases and deletions', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    await given.location(enforcing);
    const alias = await given.accessAlias({ destination: '10.30.0.1' });
    await given.deployedRule({ destination: '', ports: '', protocols: [], aliases: [alias.id] });
    const change = await given.accessAliasChange(alias.id, { destination: '10.30.0.2' });
    const other = await given.deployedRule({ destination: '10.30.0.9' });
    await admin.call(deleteAccessRule, { params: { id: String(other.id) } });
    const deletion = (await admin.call(listAccessRules, {})).find(({ parent_id: parent }) => parent === other.id);

    const ofAlias = await diff(server, { aliases: [change.id] });
    const ofRule = await diff(server, { rules: [deletion?.id ?? 0] });

    expect(ofAlias.changes.map(short)).toEqual([
      { effect: 'lost', who: 'all', targets: ['10.30.0.1'] },
      { effect: 'gained', who: 'all', targets: ['10.30.0.2'] },
    ]);
    expect(ofRule.changes.map(short)).toEqual([{ effect: 'lost', who: 'all', targets: ['10.30.0.9'] }]);
    expect((await diff(server)).changes.map(({ effect, target_count: targets }) => [effect, targets])).toEqual([
      ['lost', 2],
      ['gained', 1],
    ]);
    expect((await diff(server, { rules: [] })).change_count).toBe(0);
  });

  test('is empty after the deployment', async ({ server }) => {
    const { given } = server;
    await given.location(enforcing);
    const { id } = await given.accessRule();
    await (await given.admin()).call(deployAccess, { body: { rules: [id], aliases: [] } });

    expect(await diff(server)).toEqual({ changes: [], change_count: 0 });
  });

  test('of thousands of addresses has all of them, and lists as many as the limit', async ({ server }) => {
    const { given } = server;
    await given.location(enforcing);
    const addresses = Array.from({ length: 3_000 }, (_, index) => `10.${index >> 7}.${(index & 127) * 2}.1`);
    await given.accessRule({ destination: addresses.join(','), ports: '', protocols: [] });

    const { changes } = await diff(server);

    expect(changes.map(({ target_count: count, targets }) => [count, targets.length])).toEqual([[3_000, 200]]);
  });

  test('of very many ports counts those that it does not list', async ({ server }) => {
    const { given } = server;
    await given.location(enforcing);
    const ports = Array.from({ length: 700 }, (_, index) => 2 * index + 1).join(', ');
    for (const network of ['10.30', '10.31']) {
      const destination = Array.from({ length: 200 }, (_, index) => `${network}.${index}.1`).join(', ');
      const { id } = await given.user();
      await given.accessRule({ allow_all_users: false, allowed_users: [id], destination, ports, protocols: [6] });
    }

    const { changes } = await diff(server);

    const targets = changes.flatMap((change) => change.targets);
    expect(targets.map(({ services }) => services.length)).toEqual(targets.map(() => 100));
    expect(targets.map(({ service_count: count }) => count)).toEqual(targets.map(() => 700));
    // 20 000 services in all, and at least one target of each change
    expect([targets.length, changes.length]).toEqual([201, 2]);
    expect(changes.map(({ target_count: count }) => count)).toEqual([200, 200]);
  });

  test('of what is not pending is refused', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const { id } = await given.deployedRule();
    const alias = await given.accessAlias();
    const refusal = async (body: { rules?: number[]; aliases?: number[] }) => {
      const { status, body: answer } = await admin.try(diffAccess, { body });
      return [status, (answer as { code?: string }).code];
    };

    expect(await refusal({ rules: [id] })).toEqual([400, 'access_rule_not_pending']);
    expect(await refusal({ rules: [999_999] })).toEqual([404, 'access_rule_not_found']);
    expect(await refusal({ aliases: [alias.id] })).toEqual([400, 'access_alias_not_pending']);
    expect(await refusal({ aliases: [999_999] })).toEqual([404, 'access_alias_not_found']);
  });
});
