import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import {
  addGroup,
  addGroupMember,
  assignGroups,
  deleteGroup,
  removeGroupMember,
  updateGroup,
} from '@gatewarden/contract/groups';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { getSettings, patchSettings } from '@gatewarden/contract/settings';
import { importUsers, previewImport } from '@gatewarden/contract/user-import';
import { addUser, deleteUser, deleteUsers, getUser, setUsersStatus, updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Answer, Caller } from '../../../test/caller.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

interface Scene {
  readonly caller: Caller;
  readonly una: Person;
  /** A member of the group of administrators whose account is disabled. */
  readonly former: Person;
}

const names = { first_name: 'Eve', last_name: 'Adder' };
const csv = 'username,first_name,last_name,email,groups\neve,Eve,Adder,eve@example.com,admin\n';

async function importWith({ caller }: Scene): Promise<Answer<unknown>> {
  const { digest } = (await caller.call(previewImport, { body: { csv } })) as { digest: string };
  return caller.try(importUsers, { body: { csv, digest } });
}

/** Every way to grant a user administrator rights, by call. */
const ways: Readonly<Record<string, readonly ((scene: Scene) => Promise<Answer<unknown>>)[]>> = {
  'POST /group': [
    ({ caller, una }) => caller.try(addGroup, { body: { name: 'Rulers', members: [una.username], is_admin: true } }),
    ({ caller }) => caller.try(addGroup, { body: { name: 'Rulers', is_admin: true } }),
  ],
  'PUT /group/:name': [
    ({ caller, una }) =>
      caller.try(updateGroup, { params: { name: 'admin' }, body: { name: 'admin', members: ['rosa', una.username] } }),
    ({ caller }) => caller.try(updateGroup, { params: { name: 'Staff' }, body: { name: 'Staff', is_admin: true } }),
  ],
  'POST /group/:name': [
    ({ caller, una }) => caller.try(addGroupMember, { params: { name: 'admin' }, body: { username: una.username } }),
  ],
  'POST /groups-assign': [
    ({ caller, una }) => caller.try(assignGroups, { body: { groups: ['Staff', 'admin'], users: [una.id] } }),
  ],
  'PUT /user/:username': [
    ({ caller, una }) => caller.try(updateUser, { params: { username: una.username }, body: { groups: ['admin'] } }),
    ({ caller, former }) =>
      caller.try(updateUser, { params: { username: former.username }, body: { is_active: true } }),
    ({ caller }) => caller.try(updateUser, { params: { username: 'rosa' }, body: { email: 'eve@example.com' } }),
    ({ caller }) => caller.try(updateUser, { params: { username: 'rosa' }, body: { username: 'former-rosa' } }),
    ({ caller, una }) => caller.try(updateUser, { params: { username: una.username }, body: { username: 'renamed' } }),
  ],
  'PUT /users/status': [
    ({ caller, former }) => caller.try(setUsersStatus, { body: { users: [former.id], is_active: true } }),
  ],
  'POST /users/import': [importWith],
};
/** Every way to revoke them from a user, active or disabled. */
const revocations: Readonly<Record<string, (scene: Scene, from: string) => Promise<Answer<unknown>>>> = {
  'PUT /user/:username': ({ caller }, username) =>
    caller.try(updateUser, { params: { username }, body: { groups: [] } }),
  'PUT /group/:name (members)': ({ caller }, username) =>
    caller.try(updateGroup, {
      params: { name: 'Chiefs' },
      body: { name: 'Chiefs', members: ['chief', 'former'].filter((name) => name !== username) },
    }),
  'PUT /group/:name (is_admin)': ({ caller }) =>
    caller.try(updateGroup, { params: { name: 'Chiefs' }, body: { name: 'Chiefs', is_admin: false } }),
  'DELETE /group/:name': ({ caller }) => caller.try(deleteGroup, { params: { name: 'Chiefs' } }),
  'DELETE /group/:name/user/:username': ({ caller }, username) =>
    caller.try(removeGroupMember, { params: { name: 'Chiefs', username } }),
};

const each = Object.entries(ways).flatMap(([name, all]) =>
  all.map((way, index) => [`${name} (${index + 1})`, way] as const),
);

async function givenScene(server: TestServer): Promise<Omit<Scene, 'caller'> & { readonly admin: Person }> {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const former = await server.given.user({ groups: ['admin'] });
  await server.given.group({ name: 'Staff', members: [una.username] });
  await admin.call(setUsersStatus, { body: { users: [former.id], is_active: false } });
  return { admin, una, former };
}

/** Who is an administrator, and the addresses for their codes. */
const rights = (server: TestServer) =>
  server.database.query(`select g.name, g.is_admin, u.username, u.is_active, u.email from "group" g
    left join group_member m on m.group_id = g.id left join "user" u on u.id = m.user_id order by 1, 3`);

describe('administrator rights', () => {
  it('have a case here for each call whose body could grant them', async () => {
    await using server = await startTestServer();
    const keys = new Set(['groups', 'members', 'is_admin', 'is_active', 'csv']);
    const fieldsOf = (body: z.ZodType | undefined) => Object.keys((body as z.ZodObject | undefined)?.shape ?? {});
    const candidates = server.endpoints.filter(
      ({ method, area, body, path }) =>
        method !== 'GET' &&
        method !== 'DELETE' &&
        path !== '/users/import/preview' &&
        (area === 'groups' || fieldsOf(body).some((field) => keys.has(field))),
    );
    expect(candidates.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(ways).toSorted());
    expect(candidates.filter(({ mayChangeAdminRights }) => !mayChangeAdminRights)).toEqual([]);
  });

  it.each(each)('are not granted by a session without a recent proof: %s', async (_, way) => {
    await using server = await startTestServer();
    const { admin, ...scene } = await givenScene(server);
    const before = await rights(server);
    server.clock.advance({ minutes: 16 });
    expect(await way({ ...scene, caller: admin })).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await rights(server)).toEqual(before);
    await admin.call(proveWithPassword, { body: { password } });
    expect((await way({ ...scene, caller: admin })).status).toBeLessThan(300);
    expect(await rights(server)).not.toEqual(before);
  });

  it.each(each)('are never granted by an API token: %s', async (_, way) => {
    await using server = await startTestServer();
    const { admin, ...scene } = await givenScene(server);
    const before = await rights(server);
    const caller = await givenProgram(server, admin);
    expect(await way({ ...scene, caller })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await rights(server)).toEqual(before);
  });

  it.each(Object.entries(revocations))(
    'are revoked neither without a recent proof nor by an API token: %s',
    async (_, take) => {
      await using server = await startTestServer();
      const { admin, ...scene } = await givenScene(server);
      const members = [await server.given.user({ username: 'chief' }), await server.given.user({ username: 'former' })];
      await admin.call(addGroup, {
        body: { name: 'Chiefs', is_admin: true, members: members.map(({ username }) => username) },
      });
      await admin.call(updateUser, { params: { username: 'former' }, body: { is_active: false } });
      const program = await givenProgram(server, admin);
      const before = await rights(server);
      server.clock.advance({ minutes: 16 });
      for (const { username } of members) {
        for (const [caller, code] of [
          [admin, 'proof_required'],
          [program, 'session_required'],
        ] as const)
          expect(await take({ ...scene, caller }, username)).toMatchObject({ status: 403, body: { code } });
      }
      expect(await rights(server)).toEqual(before);
      await admin.call(proveWithPassword, { body: { password } });
      expect((await take({ ...scene, caller: admin }, 'chief')).status).toBe(200);
      expect(await rights(server)).not.toEqual(before);
    },
  );

  it('need no recent proof to disable the account, or to revoke one of several groups that grant them', async () => {
    await using server = await startTestServer();
    const { admin } = await givenScene(server);
    const chief = await server.given.user({ groups: ['admin'] });
    await admin.call(addGroup, { body: { name: 'Chiefs', is_admin: true, members: [chief.username] } });
    const program = await givenProgram(server, admin);
    server.clock.advance({ minutes: 16 });
    await program.call(deleteGroup, { params: { name: 'Chiefs' } });
    await program.call(setUsersStatus, { body: { users: [chief.id], is_active: false } });
    expect(await rights(server)).toContainEqual(
      expect.objectContaining({ username: chief.username, name: 'admin', is_active: false }),
    );
  });

  it('need no recent proof for other changes of users and groups', async () => {
    await using server = await startTestServer();
    const { admin, una } = await givenScene(server);
    server.clock.advance({ minutes: 16 });
    // without a password: setting one needs a recent proof, see passwords.api.test.ts
    await admin.call(addUser, { body: { username: 'eve', email: 'eve@example.com', ...names } });
    await admin.call(updateUser, { params: { username: 'eve' }, body: { groups: ['Staff'], last_name: 'Addams' } });
    await admin.call(setUsersStatus, { body: { users: [una.id], is_active: false } });
    await admin.call(setUsersStatus, { body: { users: [una.id], is_active: true } });
    await admin.call(removeGroupMember, { params: { name: 'Staff', username: una.username } });
    expect(await rights(server)).toContainEqual(expect.objectContaining({ username: 'eve', name: 'Staff' }));
  });
});

describe('concurrently with another administrator', () => {
  const grant = ({ username }: Person) => ({ params: { name: 'admin' }, body: { username } });

  /** Three administrators, of whom the second one has a recent proof. */
  async function givenThree(server: TestServer) {
    const admin = await server.given.admin();
    const [other, third] = [
      await server.given.user({ groups: ['admin'] }),
      await server.given.user({ groups: ['admin'] }),
    ];
    server.clock.advance({ minutes: 16 });
    await other.call(proveWithPassword, { body: { password } });
    return { admin, other, third };
  }

  it('a change without a recent proof is not refused because of the rights that the other one grants', async () => {
    await using server = await startTestServer();
    const { admin, other } = await givenThree(server);
    const [una, eve] = [await server.given.user(), await server.given.user()];
    await using lock = await server.database.transaction();
    await lock.query('select from "user" where id = $1 for update', [una.id]);
    const change = admin.try(updateUser, { params: { username: una.username }, body: { last_name: 'Unrelated' } });
    await server.database.untilBlocked(change);
    expect((await other.try(addGroupMember, grant(eve))).status).toBe(200);
    await lock.commit();
    expect((await change).status).toBe(200);
  });

  const refused = { status: 403, body: { code: 'proof_required' } };
  it.each([
    [
      'an activation of several users',
      ({ id }: Person, by: Person) => by.try(setUsersStatus, { body: { users: [id], is_active: true } }),
      refused,
    ],
    // the user was active when the request began, so it changes no status
    [
      'an unchanged record of the user',
      ({ username }: Person, by: Person) => by.try(updateUser, { params: { username }, body: { is_active: true } }),
      { status: 200 },
    ],
  ])('%s without a recent proof does not restore the rights that the other one revokes', async (_, give, answer) => {
    await using server = await startTestServer();
    const { admin, other, third } = await givenThree(server);
    const params = { username: third.username };
    await using lock = await server.database.transaction();
    await lock.query('select from "user" where id = $1 for update', [third.id]);
    const taken = other.try(updateUser, { params, body: { is_active: false } });
    await server.database.untilBlocked(taken);
    const given = give(third, admin);
    await server.database.untilBlocked(given, 2);
    await lock.commit();
    expect((await taken).status).toBe(200);
    expect(await given).toMatchObject(answer);
    expect((await admin.call(getUser, { params })).user.is_active).toBe(false);
  });
});

describe('an API token for users alone', () => {
  it('cannot change groups, but may send back those that it read', async () => {
    await using server = await startTestServer();
    const { admin, una } = await givenScene(server);
    const program = await givenProgram(server, admin, { scopes: ['users:write'] });
    const change = (groups: string[]) =>
      program.try(updateUser, { params: { username: una.username }, body: { groups, first_name: 'Una-Maria' } });
    const refused = { status: 403, body: { code: 'scope_missing', details: { scope: 'groups:write' } } };
    expect(await change([])).toMatchObject(refused);
    expect(await change(['Staff'])).toMatchObject({ status: 200 });
    const file = csv.replace('admin', 'Staff');
    const { digest } = (await program.call(previewImport, { body: { csv: file } })) as { digest: string };
    expect(await program.try(importUsers, { body: { csv: file, digest } })).toMatchObject(refused);
    const both = await givenProgram(server, admin, { scopes: ['users:write', 'groups:write'] });
    expect(await both.try(importUsers, { body: { csv: file, digest } })).toMatchObject({ status: 200 });
  });
});

it('deletes administrators, whose names could be reassigned, only with a recent proof', async () => {
  await using server = await startTestServer();
  const { admin, una, former } = await givenScene(server);
  const eve = await server.given.user({ groups: ['admin'] });
  const ways = (caller: Caller, username: string, id: number) => [
    () => caller.try(deleteUser, { params: { username } }),
    () => caller.try(deleteUsers, { body: { users: [una.id, id] } }),
  ];
  const before = await rights(server);
  const program = await givenProgram(server, eve);
  server.clock.advance({ minutes: 16 });
  for (const { username, id } of [eve, former]) {
    for (const remove of ways(admin, username, id))
      expect(await remove()).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  }
  for (const remove of ways(program, former.username, former.id))
    expect(await remove()).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await rights(server)).toEqual(before);
  await admin.call(deleteUsers, { body: { users: [una.id] } });
  await admin.call(proveWithPassword, { body: { password } });
  await admin.call(deleteUser, { params: { username: eve.username } });
  await admin.call(deleteUsers, { body: { users: [former.id] } });
});

it('refuses changes of settings that protect accounts by API tokens', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const program = await givenProgram(server, admin, { scopes: ['settings:write'] });
  const credentials = { smtp_user: 'mailer', smtp_password: 'Canary-7-bird', smtp_sender: 'vpn@example.com' };
  await admin.call(patchSettings, { body: credentials });
  const changes: BodyInputOf<typeof patchSettings>[] = [
    { smtp_server: 'evil.example.com' },
    { smtp_port: 2525 },
    { smtp_encryption: 'None' },
    { smtp_user: 'evil' },
    { smtp_user: '' },
    { smtp_sender: 'evil@example.com' },
    { smtp_sender: '' },
    { smtp_password: 'evil' },
    { smtp_password: 'Canary-7-bird' },
    { smtp_password: null },
    { reserved_usernames: ['backup'] },
    { reauthentication_minutes: 60 },
  ];
  for (const body of changes) {
    expect(await program.try(patchSettings, { body })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
  }
  expect(await program.try(patchSettings, { body: { instance_name: 'Office' } })).toMatchObject({ status: 200 });
});

it('changes the mail settings, and so the path of codes, only with a recent proof', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  server.clock.advance({ minutes: 16 });
  const changes: BodyInputOf<typeof patchSettings>[] = [
    { smtp_server: 'evil.example.com' },
    { smtp_port: 2525 },
    { smtp_encryption: 'None' },
    { smtp_user: 'evil' },
    { smtp_sender: 'evil@example.com' },
    { smtp_password: 'evil' },
  ];
  for (const body of changes) {
    expect(await admin.try(patchSettings, { body })).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  }
  expect(await admin.call(getSettings, {})).toMatchObject({ smtp_server: null, smtp_password_set: false });
});
