import {
  type AccessQuestion,
  applyAccessRules,
  explainAccess,
  listAccessRules,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { listAccessVersions } from '@gatewarden/contract/access-history';
import { deleteGroup, listGroups, removeGroupMember, restoreGroup } from '@gatewarden/contract/groups';
import { deleteLocation, updateLocation } from '@gatewarden/contract/locations';
import { describe, expect } from 'vitest';
import { ruleBody } from '../../../test/given/access.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  for (const table of ['access_rule', 'access_alias', 'access_version_object', 'access_version']) {
    await server.database.query(`delete from ${table}`);
  }
});

const idOf = (id: number) => ({ params: { id: String(id) } });
const enforcing = { acl_enabled: true, acl_default_allow: false };

async function givenGroup({ given }: TestServer, members: readonly string[]) {
  const { name } = await given.group({ members });
  const group = (await (await given.admin()).call(listGroups, {})).find((each) => each.name === name);
  return { id: group?.id ?? 0, name };
}

/** Kinds of the stored versions, oldest first, with what they changed. */
async function versionsOf({ given }: TestServer) {
  const { versions } = await (await given.admin()).call(listAccessVersions, { query: {} });
  return versions.toReversed().map(({ kind, changes }) => [kind, ...changes.map(({ change }) => change)]);
}

/** Ends the minute, and returns an instant in it. */
function nextMinute({ clock }: TestServer): string {
  const at = clock.now().toISOString();
  clock.advance({ minutes: 1 });
  return at;
}

function askAbout({ given }: TestServer, question: Pick<AccessQuestion, 'user_id' | 'location_id'>) {
  return async (at?: string) => {
    const packet = { address: '10.20.0.1', protocol: 6, port: 443 };
    const body = { ...packet, ...question, ...(at !== undefined && { at }) };
    const { allowed, reason, version } = await (await given.admin()).call(explainAccess, { body });
    return { allowed, reason, version };
  };
}

describe('a question about the past', () => {
  test('is answered with whether the location enforced rules, and with its default, at that time', async ({
    server,
  }) => {
    const { given } = server;
    const admin = await given.admin();
    const [user, other] = [await given.user(), await given.user()];
    await given.deployedRule({ allow_all_users: false, allowed_users: [other.id], destination: '10.20.0.9' });
    const location = await given.location({ acl_enabled: false });
    const ask = askAbout(server, { user_id: user.id, location_id: location.id });
    const set = (changes: object) =>
      admin.call(updateLocation, { ...idOf(location.id), body: locationBody(1, changes) });
    const off = nextMinute(server);
    await set({ acl_enabled: true, acl_default_allow: true });
    const allowing = nextMinute(server);
    await set({ acl_enabled: true, acl_default_allow: false });
    const denying = nextMinute(server);
    await set({ acl_enabled: true, acl_default_allow: false, name: 'Renamed' });
    await set({ acl_enabled: false });

    expect(await ask(off)).toMatchObject({ allowed: true, reason: 'off' });
    expect(await ask(allowing)).toMatchObject({ allowed: true, reason: 'default' });
    expect(await ask(denying)).toMatchObject({
      allowed: false,
      reason: 'default',
      version: { id: expect.any(Number) },
    });
    expect(await ask()).toEqual({ allowed: true, reason: 'off', version: null });
    expect(await versionsOf(server)).toEqual([['deployed', 'added'], ...[1, 2, 3].map(() => ['location', 'modified'])]);
  });

  test('is answered with the members of groups at the time of the version', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const user = await given.user();
    const group = await givenGroup(server, [user.username]);
    const location = await given.location(enforcing);
    const ask = askAbout(server, { user_id: user.id, location_id: location.id });
    const rule = await given.deployedRule({ allow_all_users: false, allowed_groups: [group.id] });
    const member = nextMinute(server);
    await admin.call(removeGroupMember, { params: { name: group.name, username: user.username } });
    const change = await admin.call(updateAccessRule, {
      ...idOf(rule.id),
      body: ruleBody({ allow_all_users: false, allowed_groups: [group.id], name: 'other' }),
    });
    await admin.call(applyAccessRules, { body: { rules: [change.id] } });
    const stranger = nextMinute(server);

    expect(await ask(member)).toMatchObject({ allowed: true, reason: 'rule' });
    expect(await ask(stranger)).toMatchObject({ allowed: false, reason: 'protected' });
  });

  test('is answered with a group only until it was deleted, and since it was restored', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const user = await given.user();
    const [denied, unrelated] = [await givenGroup(server, [user.username]), await givenGroup(server, [])];
    const location = await given.location(enforcing);
    const ask = askAbout(server, { user_id: user.id, location_id: location.id });
    await given.deployedRule({ denied_groups: [denied.id] });
    await admin.call(deleteGroup, { params: { name: unrelated.name } });
    const before = nextMinute(server);
    await admin.call(deleteGroup, { params: { name: denied.name } });
    const between = server.clock.now().toISOString();
    server.clock.advance({ seconds: 1 });
    await admin.call(restoreGroup, { params: { name: denied.name } });
    const after = nextMinute(server);

    expect([(await ask(before)).allowed, (await ask(between)).allowed, (await ask(after)).allowed]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await versionsOf(server)).toEqual([
      ['location', 'added'],
      ['deployed', 'added'],
      ['group', 'deleted'],
      ['group', 'added'],
    ]);
  });

  test('leaves out rules of other locations, and rules that had expired', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const user = await given.user();
    const [location, other] = [await given.location(enforcing), await given.location(enforcing)];
    const expires = new Date(server.clock.now().getTime() + 30_000).toISOString();
    await given.deployedRule({ name: 'Elsewhere', all_networks: false, networks: [other.id] });
    const { id } = await given.deployedRule({ name: 'Short', expires });
    const question = { user_id: user.id, location_id: location.id, address: '10.20.0.1', protocol: 6, port: 443 };
    const ask = async (at: Date) =>
      (await admin.call(explainAccess, { body: { ...question, at: at.toISOString() } })).steps.map(
        ({ rule }) => rule.id,
      );

    expect(await ask(server.clock.now())).toEqual([id]);
    expect(await ask(new Date(server.clock.now().getTime() + 60_000))).toEqual([]);
    expect(await admin.call(listAccessRules, {})).toHaveLength(2);
  });

  test('of a location that is deleted is refused, and its deletion is a version', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const user = await given.user();
    const location = await given.location(enforcing);
    await admin.call(deleteLocation, idOf(location.id));

    const body = { user_id: user.id, location_id: location.id, address: '10.20.0.1', protocol: 6, port: 443 };
    const at = server.clock.now().toISOString();

    expect((await admin.try(explainAccess, { body: { ...body, at } })).body).toMatchObject({
      code: 'location_not_found',
    });
    expect(await versionsOf(server)).toEqual([
      ['location', 'added'],
      ['location', 'deleted'],
    ]);
    expect(
      await server.query(`select kind from access_version_object where to_version is null and kind = 'location'`),
    ).toEqual([]);
  });
});
