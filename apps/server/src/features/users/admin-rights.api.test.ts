import { getMe } from '@gatewarden/contract/auth';
import { deleteUsers, setUsersStatus } from '@gatewarden/contract/bulk-users';
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
import { addUser, deleteUser, getUser, listUsers, updateUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import type { z } from 'zod';
import type { Answer, Caller } from '../../../test/caller.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { type TestServer, test } from '../../../test/harness.ts';

interface Scene {
  /** The administrator who acts, or a program of that administrator. */
  readonly caller: Caller;
  readonly admin: Person;
  readonly una: Person;
  /** A member of the group of administrators whose account is disabled. */
  readonly former: Person;
  /** A group of una without administrator rights. */
  readonly staff: string;
}

/** A username and a group name that no other test uses. */
const eveOf = ({ una }: Pick<Scene, 'una'>) => `eve-${una.username}`;
const rulersOf = ({ una }: Pick<Scene, 'una'>) => `Rulers of ${una.username}`;

function csvOf(username: string, group: string): string {
  return `username,first_name,last_name,email,groups\n${username},Eve,Adder,${username}@example.com,${group}\n`;
}

async function importWith({ caller, una }: Scene): Promise<Answer<unknown>> {
  const csv = csvOf(eveOf({ una }), 'admin');
  const { digest } = (await caller.call(previewImport, { body: { csv } })) as { digest: string };
  return caller.try(importUsers, { body: { csv, digest } });
}

/** Every way to grant a user administrator rights, by call. */
const ways: Readonly<Record<string, readonly ((scene: Scene) => Promise<Answer<unknown>>)[]>> = {
  'POST /group': [
    ({ caller, una }) =>
      caller.try(addGroup, { body: { name: rulersOf({ una }), members: [una.username], is_admin: true } }),
    ({ caller, una }) => caller.try(addGroup, { body: { name: rulersOf({ una }), is_admin: true } }),
  ],
  'PUT /group/:name': [
    ({ caller, admin, una }) =>
      caller.try(updateGroup, {
        params: { name: 'admin' },
        body: { name: 'admin', members: ['rosa', admin.username, una.username] },
      }),
    ({ caller, staff }) => caller.try(updateGroup, { params: { name: staff }, body: { name: staff, is_admin: true } }),
  ],
  'POST /group/:name': [
    ({ caller, una }) => caller.try(addGroupMember, { params: { name: 'admin' }, body: { username: una.username } }),
  ],
  'POST /groups-assign': [
    ({ caller, una, staff }) => caller.try(assignGroups, { body: { groups: [staff, 'admin'], users: [una.id] } }),
  ],
  'POST /user': [
    ({ caller, una }) => {
      const username = eveOf({ una });
      const names = { first_name: 'Eve', last_name: 'Adder', email: `${username}@example.com` };
      return caller.try(addUser, { body: { ...names, username, groups: ['admin'] } });
    },
  ],
  'PUT /user/:username': [
    ({ caller, una }) => caller.try(updateUser, { params: { username: una.username }, body: { groups: ['admin'] } }),
    ({ caller, former }) =>
      caller.try(updateUser, { params: { username: former.username }, body: { is_active: true } }),
    ({ caller, admin: { username } }) =>
      caller.try(updateUser, { params: { username }, body: { email: `new-${username}@example.com` } }),
    ({ caller, admin: { username } }) =>
      caller.try(updateUser, { params: { username }, body: { username: `former-${username}` } }),
    ({ caller, una: { username } }) =>
      caller.try(updateUser, { params: { username }, body: { username: `renamed-${username}` } }),
  ],
  'PUT /users/status': [
    ({ caller, former }) => caller.try(setUsersStatus, { body: { users: [former.id], is_active: true } }),
  ],
  'POST /users/import': [importWith],
};
interface Chiefs extends Scene {
  /** A group with administrator rights. */
  readonly chiefs: string;
  /** An active member and a disabled one. */
  readonly members: readonly Person[];
}

/** Every way to revoke them from a user, active or disabled. */
const revocations: Readonly<Record<string, (scene: Chiefs, from: string) => Promise<Answer<unknown>>>> = {
  'PUT /user/:username': ({ caller }, username) =>
    caller.try(updateUser, { params: { username }, body: { groups: [] } }),
  'PUT /group/:name (members)': ({ caller, chiefs: name, members }, username) =>
    caller.try(updateGroup, {
      params: { name },
      body: { name, members: members.map((member) => member.username).filter((member) => member !== username) },
    }),
  'PUT /group/:name (is_admin)': ({ caller, chiefs: name }) =>
    caller.try(updateGroup, { params: { name }, body: { name, is_admin: false } }),
  'DELETE /group/:name': ({ caller, chiefs: name }) => caller.try(deleteGroup, { params: { name } }),
  'DELETE /group/:name/user/:username': ({ caller, chiefs: name }, username) =>
    caller.try(removeGroupMember, { params: { name, username } }),
};

const each = Object.entries(ways).flatMap(([name, all]) =>
  all.map((way, index) => [`${name} (${index + 1})`, way] as const),
);

async function givenScene(server: TestServer): Promise<Omit<Scene, 'caller'>> {
  const admin = await server.given.user({ groups: ['admin'] });
  const una = await server.given.user();
  const former = await server.given.user({ groups: ['admin'] });
  const { name: staff } = await server.given.group({ members: [una.username] });
  await admin.call(setUsersStatus, { body: { users: [former.id], is_active: false } });
  return { admin, una, former, staff };
}

/** Who is an administrator, and the addresses for their codes. */
const rights = (server: TestServer) =>
  server.database.query(`select g.name, g.is_admin, u.username, u.is_active, u.email from "group" g
    left join group_member m on m.group_id = g.id left join "user" u on u.id = m.user_id order by 1, 3`);

describe('administrator rights', () => {
  test('have a case here for each call whose body could grant them', async ({ server }) => {
    const keys = new Set(['groups', 'members', 'is_admin', 'is_active', 'csv']);
    const fieldsOf = (body: z.ZodType | undefined) => Object.keys((body as z.ZodObject | undefined)?.shape ?? {});
    const candidates = server.endpoints.filter(
      ({ method, area, body, path }) =>
        method !== 'GET' &&
        method !== 'DELETE' &&
        path !== '/users/import/preview' &&
        // restores what the same session deleted, see restore-group.api.test.ts
        path !== '/group/:name/restore' &&
        (area === 'groups' || fieldsOf(body).some((field) => keys.has(field))),
    );
    expect(candidates.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(ways).toSorted());
    expect(candidates.filter(({ mayChangeAdminRights }) => !mayChangeAdminRights)).toEqual([]);
  });

  test.for(each)('are not granted by a session without a recent proof: %s', async ([, way], { server }) => {
    const scene = await givenScene(server);
    const { admin } = scene;
    const before = await rights(server);
    await makeProofStale(server, admin);
    expect(await way({ ...scene, caller: admin })).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await rights(server)).toEqual(before);
    await admin.call(proveWithPassword, { body: { password } });
    expect((await way({ ...scene, caller: admin })).status).toBeLessThan(300);
    expect(await rights(server)).not.toEqual(before);
  });

  test.for(each)('are never granted by an API token: %s', async ([, way], { server }) => {
    const scene = await givenScene(server);
    const { admin } = scene;
    const before = await rights(server);
    const caller = await givenProgram(server, admin);
    expect(await way({ ...scene, caller })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await rights(server)).toEqual(before);
  });

  test.for(Object.entries(revocations))(
    'are revoked neither without a recent proof nor by an API token: %s',
    async ([, take], { server }) => {
      const scene = await givenScene(server);
      const { admin } = scene;
      const [chief, former] = [await server.given.user(), await server.given.user()];
      const members = [chief, former];
      const { name: chiefs } = await server.given.group({
        members: members.map(({ username }) => username),
        is_admin: true,
      });
      await admin.call(updateUser, { params: { username: former.username }, body: { is_active: false } });
      const program = await givenProgram(server, admin);
      const before = await rights(server);
      await makeProofStale(server, admin);
      for (const { username } of members) {
        for (const [caller, code] of [
          [admin, 'proof_required'],
          [program, 'session_required'],
        ] as const)
          expect(await take({ ...scene, chiefs, members, caller }, username)).toMatchObject({
            status: 403,
            body: { code },
          });
      }
      expect(await rights(server)).toEqual(before);
      await admin.call(proveWithPassword, { body: { password } });
      expect((await take({ ...scene, chiefs, members, caller: admin }, chief.username)).status).toBe(200);
      expect(await rights(server)).not.toEqual(before);
    },
  );

  test('need no recent proof to disable the account, or to revoke one of several groups that grant them', async ({
    server,
  }) => {
    const { admin } = await givenScene(server);
    const chief = await server.given.user({ groups: ['admin'] });
    const { name } = await server.given.group({ is_admin: true, members: [chief.username] });
    const program = await givenProgram(server, admin);
    await makeProofStale(server, admin);
    await program.call(deleteGroup, { params: { name } });
    await program.call(setUsersStatus, { body: { users: [chief.id], is_active: false } });
    expect(await rights(server)).toContainEqual(
      expect.objectContaining({ username: chief.username, name: 'admin', is_active: false }),
    );
  });

  test('need no recent proof for other changes of users and groups', async ({ server }) => {
    const { admin, una, staff } = await givenScene(server);
    const username = eveOf({ una });
    await makeProofStale(server, admin);
    // without a password: setting one needs a recent proof, see passwords.api.test.ts
    const names = { first_name: 'Eve', last_name: 'Adder', email: `${username}@example.com` };
    await admin.call(addUser, { body: { username, ...names } });
    await admin.call(updateUser, { params: { username }, body: { groups: [staff], last_name: 'Addams' } });
    await admin.call(setUsersStatus, { body: { users: [una.id], is_active: false } });
    await admin.call(setUsersStatus, { body: { users: [una.id], is_active: true } });
    await admin.call(removeGroupMember, { params: { name: staff, username: una.username } });
    expect(await rights(server)).toContainEqual(expect.objectContaining({ username, name: staff }));
  });
});

describe('concurrently with another administrator', () => {
  const grant = ({ username }: Person) => ({ params: { name: 'admin' }, body: { username } });

  /** Three administrators, of whom the first one has no recent proof. */
  async function givenThree(server: TestServer) {
    const [admin, other, third] = [
      await server.given.user({ groups: ['admin'] }),
      await server.given.user({ groups: ['admin'] }),
      await server.given.user({ groups: ['admin'] }),
    ];
    await makeProofStale(server, admin);
    return { admin, other, third };
  }

  test('a change without a recent proof is not refused because of the rights that the other one grants', async ({
    server,
  }) => {
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
  test.for([
    {
      change: 'an activation of several users',
      give: ({ id }: Person, by: Person) => by.try(setUsersStatus, { body: { users: [id], is_active: true } }),
      answer: refused,
    },
    // the user was active when the request began, so it changes no status
    {
      change: 'an unchanged record of the user',
      give: ({ username }: Person, by: Person) =>
        by.try(updateUser, { params: { username }, body: { is_active: true } }),
      answer: { status: 200 },
    },
  ])(
    '$change without a recent proof does not restore the rights that the other one revokes',
    async ({ give, answer }, { server }) => {
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
    },
  );
});

describe('an API token for users alone', () => {
  test('cannot change groups, but may send back those that it read', async ({ server }) => {
    const { admin, una, staff } = await givenScene(server);
    const program = await givenProgram(server, admin, { scopes: ['users:write'] });
    const change = (groups: string[]) =>
      program.try(updateUser, { params: { username: una.username }, body: { groups, first_name: 'Una-Maria' } });
    const refused = { status: 403, body: { code: 'scope_missing', details: { scope: 'groups:write' } } };
    expect(await change([])).toMatchObject(refused);
    expect(await change([staff])).toMatchObject({ status: 200 });
    const csv = csvOf(eveOf({ una }), staff);
    const { digest } = (await program.call(previewImport, { body: { csv } })) as { digest: string };
    expect(await program.try(importUsers, { body: { csv, digest } })).toMatchObject(refused);
    const both = await givenProgram(server, admin, { scopes: ['users:write', 'groups:write'] });
    expect(await both.try(importUsers, { body: { csv, digest } })).toMatchObject({ status: 200 });
  });
});

test('deletes administrators, whose names could be reassigned, only with a recent proof', async ({ server }) => {
  const { admin, una, former } = await givenScene(server);
  const eve = await server.given.user({ groups: ['admin'] });
  const ways = (caller: Caller, username: string, id: number) => [
    () => caller.try(deleteUser, { params: { username } }),
    () => caller.try(deleteUsers, { body: { users: [una.id, id] } }),
  ];
  const before = await rights(server);
  const program = await givenProgram(server, eve);
  await makeProofStale(server, admin);
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

test('refuses changes of settings that protect accounts by API tokens', async ({ server }) => {
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

test('changes the mail settings, and so the path of codes, only with a recent proof', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const before = await admin.call(getSettings, {});
  await makeProofStale(server, admin);
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
  expect(await admin.call(getSettings, {})).toEqual(before);
});

test('admits a caller as an administrator only while a group of the caller has these rights', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const user = await server.given.user();
  const { name } = await server.given.group({ members: [user.username] });
  const program = await givenProgram(server, user, { scopes: ['read'] });
  for (const isAdmin of [false, true, false]) {
    await admin.call(updateGroup, { params: { name }, body: { name, members: [user.username], is_admin: isAdmin } });
    for (const caller of [user, program]) {
      expect((await caller.try(listUsers, {})).status).toBe(isAdmin ? 200 : 403);
      expect((await caller.call(getMe, {})).is_admin).toBe(isAdmin);
    }
  }
});
