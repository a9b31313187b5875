import {
  type AccessAlias,
  type AccessRule,
  deleteAccessRule,
  deployAccess,
  listAccessAliases,
  listAccessRules,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { diffAccessVersions, listAccessVersions, restoreAccessVersion } from '@gatewarden/contract/access-history';
import { deleteGroup, listGroups } from '@gatewarden/contract/groups';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

const idOf = (id: number) => ({ params: { id: String(id) } });

async function reset(server: TestServer): Promise<void> {
  await removeNetwork(server);
  for (const table of ['access_rule', 'access_alias', 'access_version_object', 'access_version']) {
    await server.database.query(`delete from ${table}`);
  }
}

/** A location with each default, two groups with a member each, and one without. */
async function givenGroups({ given }: TestServer) {
  for (const acl_default_allow of [true, false]) await given.location({ acl_enabled: true, acl_default_allow });
  const groups = [];
  for (let nth = 0; nth < 3; nth += 1) {
    groups.push(await given.group({ members: nth < 2 ? [(await given.user()).username] : [] }));
  }
  const all = await (await given.admin()).call(listGroups, {});
  return groups.map(({ name }) => ({ name, id: all.find((each) => each.name === name)?.id ?? 0 }));
}

const step = fc.record({
  action: fc.constantFrom('add', 'add', 'change', 'delete', 'change alias', 'change alias', 'delete group'),
  pick: fc.nat(4),
  destination: fc.constantFrom('10.30.0.1', '10.30.0.0/28', '10.30.0.0-10.30.0.9', 'fd00::/64', ''),
  ports: fc.constantFrom('', '22', '443, 8000-8080'),
  priority: fc.constantFrom(0, 1),
  deny: fc.boolean(),
  aliases: fc.subarray([0, 1]),
  enabled: fc.constantFrom(true, true, false),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Applies steps to the deployed rules. A step for which there is no object does nothing. */
function createSteps({ given }: TestServer, groups: { id: number; name: string }[], aliasIds: number[]) {
  return async ({ action, pick, deny, aliases, ...fields }: Step): Promise<void> => {
    const admin = await given.admin();
    const deploy = (body: { rules?: number[]; aliases?: number[] }) =>
      admin.call(deployAccess, { body: { rules: [], aliases: [], ...body } });
    const pickOf = <Item>(items: readonly Item[]) => items[pick % Math.max(1, items.length)];
    const rule = pickOf((await admin.call(listAccessRules, {})).filter(({ state }) => state === 'Applied'));
    const group = pickOf(groups);
    const body = ruleBody({
      ...{ name: `rule ${pick}`, protocols: [], ...fields, aliases: aliases.map((nth) => aliasIds[nth] ?? 0) },
      ...{ allow_all_users: group === undefined || deny },
      ...(group && (deny ? { denied_groups: [group.id] } : { allowed_groups: [group.id] })),
    });
    if (action === 'add') await given.deployedRule(body);
    if (action === 'change' && rule) {
      const change = await admin.call(updateAccessRule, { ...idOf(rule.id), body: { ...body, priority: 3 } });
      if (change.id !== rule.id) await deploy({ rules: [change.id] });
    }
    if (action === 'delete' && rule) {
      await admin.call(deleteAccessRule, idOf(rule.id));
      const pending = (await admin.call(listAccessRules, {})).filter(({ parent_id: parent }) => parent === rule.id);
      await deploy({ rules: pending.map(({ id }) => id) });
    }
    if (action === 'change alias') {
      const nth = pick % aliasIds.length;
      const change = await given.accessAliasChange(aliasIds[nth] ?? 0, {
        ...{ name: `alias ${nth}`, kind: nth === 0 ? 'Destination' : 'Component' },
        ...{ destination: `10.31.${pick}.0/24`, ports: fields.ports },
      });
      if (change.state === 'Modified') {
        await deploy({ aliases: [change.id] });
        aliasIds[nth] = change.id;
      }
    }
    if (action === 'delete group' && group) {
      groups.splice(groups.indexOf(group), 1);
      await admin.call(deleteGroup, { params: { name: group.name } });
    }
  };
}

/** What is deployed, without ids of rules and aliases, and without groups that do not exist. */
async function readDeployed({ given }: TestServer): Promise<unknown[]> {
  const admin = await given.admin();
  const aliases = new Map((await admin.call(listAccessAliases, {})).map((alias) => [alias.id, alias]));
  const contentOf = ({ name, kind, destination, ports, protocols }: AccessAlias) =>
    JSON.stringify([name, kind, destination, ports, protocols]);
  const rules = (await admin.call(listAccessRules, {})).filter(({ state }) => state === 'Applied');
  return rules
    .map(({ id: _, aliases: used, ...rule }: AccessRule) => ({
      ...rule,
      aliases: used.map((id) => aliases.get(id)).flatMap((alias) => (alias ? contentOf(alias) : [])),
    }))
    .map((rule) => ({ ...rule, aliases: rule.aliases.toSorted() }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

function withoutGroups(deployed: unknown, existing: readonly { id: number }[]): unknown {
  const ids = new Set(existing.map(({ id }) => id));
  return JSON.parse(JSON.stringify(deployed), (key, value: unknown) =>
    key.endsWith('_groups') && Array.isArray(value) ? value.filter((id) => ids.has(id)) : value,
  );
}

describe('restoring a version', () => {
  test('makes the deployed rules, and so the decisions, those of any version after any changes', async ({ server }) => {
    const admin = await server.given.admin();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.array(step, { minLength: 1, maxLength: 5 }),
        async (before, after) => {
          await reset(server);
          const groups = await givenGroups(server);
          const aliasIds = [
            (await server.given.accessAlias({ name: 'alias 0' })).id,
            (await server.given.accessAlias({ name: 'alias 1', kind: 'Component', destination: '10.31.9.9' })).id,
          ];
          const apply = createSteps(server, groups, aliasIds);
          await server.given.deployedRule({ aliases: [aliasIds[1] ?? 0] });
          for (const each of before) await apply(each);
          // a version with the groups that exist now
          await server.given.deployedRule({ name: 'last', destination: '10.30.9.9' });
          const { versions } = await admin.call(listAccessVersions, { query: {} });
          const version = idOf(versions[0]?.id ?? 0);
          const deployed = await readDeployed(server);
          for (const each of after) await apply(each);

          const { rules } = await admin.call(restoreAccessVersion, version);
          await admin.call(deployAccess, { body: { rules, aliases: [] } });

          expect(await readDeployed(server)).toEqual(withoutGroups(deployed, groups));
          expect(await admin.call(diffAccessVersions, { ...version, query: {} })).toMatchObject({ changes: [] });
          expect(await admin.call(restoreAccessVersion, version)).toEqual({ rules: [] });
        },
      ),
      { numRuns: 8 },
    );
  });

  test('changes nothing if the rules are those of the version', async ({ server }) => {
    await reset(server);
    const admin = await server.given.admin();
    const alias = await server.given.accessAlias();
    await server.given.deployedRule({ aliases: [alias.id] });
    const { versions } = await admin.call(listAccessVersions, { query: {} });

    expect(await admin.call(restoreAccessVersion, idOf(versions[0]?.id ?? 0))).toEqual({ rules: [] });
    expect(await admin.call(listAccessAliases, {})).toHaveLength(1);
  });

  test('restores a rule whose alias alone was changed, and uses an alias again that was changed back', async ({
    server,
  }) => {
    await reset(server);
    const { given } = server;
    const admin = await given.admin();
    const alias = await given.accessAlias({ destination: '10.31.1.0/24' });
    await given.deployedRule({ name: 'Web', aliases: [alias.id] });
    const { versions } = await admin.call(listAccessVersions, { query: {} });
    const deployAlias = async (id: number, destination: string) => {
      const change = await given.accessAliasChange(id, { destination });
      await admin.call(deployAccess, { body: { rules: [], aliases: [change.id] } });
      return change.id;
    };
    const second = await deployAlias(alias.id, '10.31.2.0/24');

    const { rules } = await admin.call(restoreAccessVersion, idOf(versions[0]?.id ?? 0));

    const all = await admin.call(listAccessRules, {});
    expect(all.map(({ name, state }) => [name, state])).toEqual([
      ['Web', 'Applied'],
      ['Web', 'Modified'],
    ]);
    await admin.call(deleteAccessRule, idOf(rules[0] ?? 0));
    await deployAlias(second, '10.31.1.0/24');
    expect(await admin.call(restoreAccessVersion, idOf(versions[0]?.id ?? 0))).toEqual({ rules: [] });
  });

  test('is refused if an edit of a deployed rule or another restoration is faster', async ({ server }) => {
    await reset(server);
    const { database, given } = server;
    const admin = await given.admin();
    const { id } = await given.deployedRule({ destination: '10.30.0.1' });
    const { versions } = await admin.call(listAccessVersions, { query: {} });
    const change = await admin.call(updateAccessRule, { ...idOf(id), body: ruleBody({ destination: '10.30.0.2' }) });
    await admin.call(deployAccess, { body: { rules: [change.id], aliases: [] } });
    await using lock = await database.transaction();
    await lock.query(`select from access_rule where id = ${change.id} for update`);

    const editing = admin.try(updateAccessRule, { ...idOf(change.id), body: ruleBody({ name: 'edited' }) });
    await database.untilBlocked(editing);
    const restoring = [1, 2].map(() => admin.try(restoreAccessVersion, idOf(versions[0]?.id ?? 0)));
    await database.untilBlocked(Promise.race(restoring), 3);
    await lock.commit();

    expect((await editing).status).toBe(200);
    expect((await Promise.all(restoring)).map(({ status }) => status)).toEqual([409, 409]);
    const pending = (await admin.call(listAccessRules, {})).filter(({ parent_id: parent }) => parent === change.id);
    expect(pending.map(({ name }) => name)).toEqual(['edited']);
  });
});
