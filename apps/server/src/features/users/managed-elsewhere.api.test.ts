import { deleteUsers, setUsersStatus } from '@gatewarden/contract/bulk-users';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import {
  addGroup,
  addGroupMember,
  assignGroups,
  deleteGroup,
  getGroup,
  removeGroupMember,
  updateGroup,
} from '@gatewarden/contract/groups';
import { type ImportPreview, importUsers, previewImport } from '@gatewarden/contract/user-import';
import { deleteUser, getUser, updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import type { Person } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A user whom a directory manages: every field, or those that are named. */
async function givenManaged(fields: readonly string[] | null = null): Promise<Person> {
  const user = await server.given.user();
  const sql = `update "user" set managed_by = 'directory:3', managed_fields = $2 where id = $1`;
  await server.database.query(sql, [user.id, fields]);
  return user;
}

async function givenManagedGroup(members: readonly string[] = []): Promise<string> {
  const { name } = await server.given.group({ name: uniqueName('managed-'), members });
  await server.database.query(`update "group" set managed_by = 'ldap' where name = $1`, [name]);
  return name;
}

const shown = async ({ username }: Person) => (await admin.call(getUser, { params: { username } })).user;
const refusedBy = (managed_by: string, field?: string) => ({
  status: 409,
  body: { code: 'managed_elsewhere', details: { managed_by }, ...(field && { field }) },
});

it.each([
  { username: 'renamed' },
  { first_name: 'New' },
  { last_name: 'New' },
  { email: 'new@example.com' },
  { phone: '555' },
  { groups: ['admin'] },
])('refuses to change the fields of a user that another system manages, and names the system: %o', async (changes) => {
  const user = await givenManaged();
  const before = await shown(user);
  const answer = await admin.try(updateUser, { params: { username: user.username }, body: changes });
  expect(answer).toMatchObject(refusedBy('directory:3', Object.keys(changes)[0]));
  expect(await shown(user)).toEqual(before);
});

it('accepts a complete record without changes of managed fields, and changes of the other fields', async () => {
  const user = await givenManaged(['username', 'email', 'groups']);
  const before = await shown(user);
  const { username, first_name, last_name, email, groups, is_active } = before;
  const record = { username, first_name, last_name, email, groups, is_active };
  await admin.call(updateUser, { params: { username }, body: { ...record, phone: '555', last_name: 'Local' } });
  expect(await shown(user)).toEqual({ ...before, phone: '555', last_name: 'Local' });
});

it('refuses to let users change their own managed phone number', async () => {
  const user = await givenManaged();
  const answer = await user.try(updateUser, { params: { username: user.username }, body: { phone: '555' } });
  expect(answer).toMatchObject(refusedBy('directory:3', 'phone'));
});

it('disables a managed user in every way, because that revokes access, but does not enable or delete one', async () => {
  const [one, two, three] = [await givenManaged(), await givenManaged(), await givenManaged()];
  const params = { username: one.username };
  await admin.call(updateUser, { params, body: { is_active: false } });
  await admin.call(setUsersStatus, { body: { users: [two.id], is_active: false } });
  const choice = { disable: true, revoke_api_tokens: true, disconnect_devices: true };
  await admin.call(stopUser, { params: { username: three.username }, body: choice });
  for (const user of [one, two, three]) expect((await shown(user)).is_active).toBe(false);
  const named = { field: 'users', details: { username: two.username, managed_by: 'directory:3' } };
  const attempts: Promise<Answer<unknown>>[] = [
    admin.try(updateUser, { params, body: { is_active: true } }),
    admin.try(setUsersStatus, { body: { users: [two.id], is_active: true } }),
    admin.try(deleteUser, { params }),
    admin.try(deleteUsers, { body: { users: [two.id] } }),
  ];
  for (const attempt of attempts) expect(await attempt).toMatchObject(refusedBy('directory:3'));
  expect(await attempts[3]).toMatchObject({ body: named });
  // calls about one user have no field `users`
  expect((await attempts[2])?.body).not.toHaveProperty('field');
});

it('shows in the preview of an import that another system manages a group, and imports nothing', async () => {
  const name = await givenManagedGroup();
  const csv = `username,first_name,last_name,email,groups\neve,Eve,Adder,eve@example.com,${name}\n`;
  const preview = (await admin.call(previewImport, { body: { csv } })) as ImportPreview;
  expect(preview).toMatchObject({
    add: 0,
    error: 1,
    rows: [{ outcome: 'error', problems: [{ field: 'groups', problem: 'managed_group', value: name }] }],
  });
  const answer = await admin.try(importUsers, { body: { csv, digest: preview.digest } });
  expect(answer.body).toMatchObject({ code: 'import_has_errors' });
});

it('refuses every change of the name and members of a managed group, and leaves its rights to this instance', async () => {
  const [member, other] = [await server.given.user(), await server.given.user()];
  const name = await givenManagedGroup([member.username]);
  const params = { name };
  const attempts: Promise<Answer<unknown>>[] = [
    admin.try(updateGroup, { params, body: { name: 'renamed' } }),
    admin.try(updateGroup, { params, body: { name, members: [] } }),
    admin.try(addGroupMember, { params, body: { username: other.username } }),
    admin.try(removeGroupMember, { params: { ...params, username: member.username } }),
    admin.try(assignGroups, { body: { groups: [name], users: [other.id] } }),
    admin.try(updateUser, { params: { username: other.username }, body: { groups: [name] } }),
    admin.try(updateUser, { params: { username: member.username }, body: { groups: [] } }),
    admin.try(deleteGroup, { params }),
  ];
  for (const attempt of attempts) {
    expect(await attempt).toMatchObject({ status: 409, body: { code: 'managed_elsewhere', details: { group: name } } });
  }
  await admin.call(updateGroup, { params, body: { name, members: [member.username], is_admin: true } });
  expect(await admin.call(getGroup, { params })).toMatchObject({
    ...{ name, members: [member.username] },
    ...{ is_admin: true, managed_by: 'ldap' },
  });
});

it('refuses every change of the groups of a user that another system manages', async () => {
  const [user, free] = [await givenManaged(['groups']), await givenManaged(['email'])];
  const { name } = await server.given.group({ name: uniqueName('local-') });
  const { name: joined } = await server.given.group({ name: uniqueName('joined-') });
  const insert = 'insert into group_member (group_id, user_id) select id, $2 from "group" where name = $1';
  await server.database.query(insert, [joined, user.id]);
  const { username } = user;
  const attempts: Promise<Answer<unknown>>[] = [
    admin.try(addGroup, { body: { name: uniqueName('new-'), members: [username], is_admin: false } }),
    admin.try(updateGroup, { params: { name }, body: { name, members: [username] } }),
    admin.try(updateGroup, { params: { name: joined }, body: { name: joined, members: [] } }),
    admin.try(addGroupMember, { params: { name }, body: { username } }),
    admin.try(removeGroupMember, { params: { name: joined, username } }),
    admin.try(assignGroups, { body: { groups: [name], users: [user.id] } }),
  ];
  for (const attempt of attempts) {
    expect(await attempt).toMatchObject({
      status: 409,
      body: { code: 'managed_elsewhere', details: { username, managed_by: 'directory:3' } },
    });
  }
  await admin.call(assignGroups, { body: { groups: [name], users: [free.id] } });
  await admin.call(updateGroup, {
    params: { name: joined },
    body: { name: joined, members: [username], is_admin: true },
  });
  expect((await shown(user)).groups).toEqual([joined]);
  expect((await shown(free)).groups).toEqual([name]);
});

it('shows which system manages a user, and which fields', async () => {
  expect(await shown(await givenManaged(['email', 'groups']))).toMatchObject({
    managed_by: 'directory:3',
    managed_fields: ['email', 'groups'],
  });
  expect((await shown(await givenManaged())).managed_fields).toHaveLength(7);
  expect(await shown(admin)).toMatchObject({ managed_by: null, managed_fields: [] });
});
