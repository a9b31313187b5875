import {
  type AccessDiff,
  deleteAccessRule,
  deployAccess,
  diffAccess,
  type EditAccessRule,
  explainAccess,
  listAccessRules,
  updateAccessRule,
} from '@gatewarden/contract/access';
import {
  diffAccessVersions,
  getAccessVersion,
  listAccessVersions,
  restoreAccessVersion,
} from '@gatewarden/contract/access-history';
import { deleteUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
  await server.database.query('delete from access_alias');
  await server.database.query('delete from access_version_object');
  await server.database.query('delete from access_version');
});

const idOf = (id: number) => ({ params: { id: String(id) } });

async function versionsOf({ given }: TestServer) {
  return (await (await given.admin()).call(listAccessVersions, { query: {} })).versions;
}

/** Deploys a change of a deployed rule, and returns its new id. */
async function redeploy({ given }: TestServer, id: number, changes: Partial<EditAccessRule>): Promise<number> {
  const admin = await given.admin();
  const change = await admin.call(updateAccessRule, { ...idOf(id), body: ruleBody(changes) });
  await admin.call(deployAccess, { body: { rules: [change.id], aliases: [] } });
  return change.id;
}

const targetsOf = ({ changes }: AccessDiff) =>
  changes.map(({ effect, targets }) => [effect, targets.map(({ addresses }) => addresses)]);

describe('the history of access rules', () => {
  test('has each deployment with its author and changes, newest first, and the rules of each', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const user = await given.user();
    const { id } = await given.deployedRule({
      ...{ name: 'before', allow_all_users: false, allowed_users: [user.id], destination: '10.30.0.1' },
    });
    const changed = await redeploy(server, id, { name: 'after', destination: '10.30.0.2' });

    const [second, first] = await versionsOf(server);

    expect([first, second]).toMatchObject([
      {
        kind: 'deployed',
        username: admin.username,
        changes: [{ object: 'rule', id, name: 'before', change: 'added' }],
      },
      { changes: [{ object: 'rule', id: changed, name: 'after', change: 'modified' }] },
    ]);
    await admin.call(deleteUser, { params: { username: user.username } });
    const old = await admin.call(getAccessVersion, idOf(first?.id ?? 0));
    expect(old.rules).toMatchObject([{ id, name: 'before', destination: '10.30.0.1', allowed_users: [user.id] }]);
    expect(old.names.users).toEqual([{ id: user.id, name: user.username }]);
    const current = await admin.call(getAccessVersion, idOf(second?.id ?? 0));
    expect(current.rules).toMatchObject([{ id: changed, name: 'after', destination: '10.30.0.2' }]);
  });

  test('compares versions with each other and with now', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    await given.location({ acl_enabled: true, acl_default_allow: false });
    const { id } = await given.deployedRule({ destination: '10.30.0.1' });
    const second = await redeploy(server, id, { destination: '10.30.0.2' });
    await redeploy(server, second, { destination: '10.30.0.3' });
    const [, middle, first] = await versionsOf(server);
    const diff = (from: number, to?: number) =>
      admin.call(diffAccessVersions, { ...idOf(from), query: to === undefined ? {} : { to: String(to) } });

    expect(targetsOf(await diff(first?.id ?? 0, middle?.id))).toEqual([
      ['lost', ['10.30.0.1']],
      ['gained', ['10.30.0.2']],
    ]);
    expect(targetsOf(await diff(first?.id ?? 0))).toEqual([
      ['lost', ['10.30.0.1']],
      ['gained', ['10.30.0.3']],
    ]);
    expect((await admin.try(getAccessVersion, idOf(999_999))).status).toBe(404);
    expect((await admin.try(diffAccessVersions, { ...idOf(999_999), query: {} })).status).toBe(404);
  });

  test('explains a decision of the past', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const user = await given.user();
    const location = await given.location({ acl_enabled: true, acl_default_allow: false });
    const rule = await given.deployedRule({ name: 'Then', destination: '10.30.0.1' });
    const [version] = await versionsOf(server);
    server.clock.advance({ hours: 1 });
    await admin.call(deleteAccessRule, idOf(rule.id));
    const deletion = (await admin.call(listAccessRules, {})).find(({ parent_id: parent }) => parent === rule.id);
    await admin.call(deployAccess, { body: { rules: [deletion?.id ?? 0], aliases: [] } });
    const question = { user_id: user.id, location_id: location.id, address: '10.30.0.1', protocol: 6, port: 443 };
    const ask = (at?: string) => admin.try(explainAccess, { body: { ...question, ...(at && { at }) } });

    expect((await ask()).body).toMatchObject({ allowed: false });
    expect((await ask(`${version?.at}Z`)).body).toMatchObject({ allowed: true, rule: { id: rule.id, name: 'Then' } });
    expect(await ask('2001-01-01T00:00:00Z')).toMatchObject({
      status: 404,
      body: { code: 'access_version_not_found' },
    });
  });

  test('restores a version: after the deployment, decisions are those of the version', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    await given.location({ acl_enabled: true, acl_default_allow: false });
    const [kept, gone] = [await given.user(), await given.user()];
    const alias = await given.accessAlias({ destination: '10.30.7.0/24' });
    await given.deployedRule({ name: 'Same', destination: '10.30.0.9' });
    const { id } = await given.deployedRule({
      ...{ name: 'Old', allow_all_users: false, allowed_users: [kept.id, gone.id], aliases: [alias.id] },
      ...{ destination: '10.30.0.1', priority: 3 },
    });
    const [version] = await versionsOf(server);
    const change = await given.accessAliasChange(alias.id, { destination: '10.30.8.0/24' });
    await admin.call(deployAccess, { body: { rules: [], aliases: [change.id] } });
    await redeploy(server, id, { name: 'New', destination: '10.30.0.2' });
    await given.deployedRule({ name: 'Later', destination: '10.30.0.3' });
    await admin.call(deleteUser, { params: { username: gone.username } });

    const { rules } = await admin.call(restoreAccessVersion, idOf(version?.id ?? 0));

    expect(targetsOf(await admin.call(diffAccess, { body: { rules } }))).not.toEqual([]);
    await admin.call(deployAccess, { body: { rules, aliases: [] } });
    expect(await admin.call(diffAccessVersions, { ...idOf(version?.id ?? 0), query: {} })).toEqual({
      ...{ changes: [], change_count: 0 },
    });
    expect((await admin.call(listAccessRules, {})).map(({ name, priority }) => [name, priority])).toEqual([
      ['Same', 0],
      ['Old', 3],
    ]);
  });

  test('restores nothing while deployed rules have pending changes, and leaves new rules alone', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const draft = await given.accessRule({ name: 'draft' });
    const { id } = await given.deployedRule();
    const [version] = await versionsOf(server);
    expect(await admin.call(restoreAccessVersion, idOf(version?.id ?? 0))).toEqual({ rules: [] });
    expect((await admin.call(listAccessRules, {})).map((rule) => rule.id)).toContain(draft.id);
    await admin.call(deleteAccessRule, idOf(id));

    const answer = await (await given.admin()).try(restoreAccessVersion, idOf(version?.id ?? 0));

    expect([answer.status, answer.body]).toMatchObject([409, { code: 'access_changes_pending' }]);
  });
});
