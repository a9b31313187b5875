import { getMe, signIn } from '@gatewarden/contract/auth';
import { addUser, checkUsername, deleteUser, getUser, listUsers, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { startTestServer, test } from '../../../test/harness.ts';

/** A new user whose name no other test uses. */
function newPerson() {
  const username = uniqueName('una-');
  return { username, first_name: 'Una', last_name: 'User', email: `${username}@example.com` };
}

test('lists all users, disabled ones too, in the documented shape', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
  const users = (await admin.call(listUsers, {})).filter((user) => ['rosa', username].includes(user.username));
  expect(users.map((user) => [user.username, user.is_active, user.is_admin])).toEqual([
    ['rosa', true, true],
    [username, false, false],
  ]);
  expect(users[1]).toEqual({
    id: expect.any(Number),
    username,
    last_name: 'User',
    first_name: 'Una',
    email: `${username}@example.com`,
    phone: null,
    mfa_enabled: false,
    totp_enabled: false,
    email_mfa_enabled: false,
    webauthn_enabled: false,
    mfa_method: 'None',
    groups: [],
    authorized_apps: [],
    is_active: false,
    enrolled: true,
    has_password: true,
    is_admin: false,
    ldap_pass_requires_change: false,
    managed_by: null,
    managed_fields: [],
    device_count: 0,
    last_sign_in_at: expect.any(String),
    last_connected_at: null,
  });
});

test('adds a user with groups and the devices’ access at once, or not at all', async ({ server }) => {
  const admin = await server.given.admin();
  const { name } = await server.given.group();
  const person = newPerson();
  expect(await admin.try(addUser, { body: { ...person, groups: [name, 'Missing'] } })).toMatchObject({
    body: { code: 'group_name_unknown', field: 'groups' },
  });
  expect(await admin.try(getUser, { params: { username: person.username } })).toMatchObject({ status: 404 });
  const added = await admin.call(addUser, { body: { ...person, groups: [name] } });
  expect(added).toMatchObject({ groups: [name], is_admin: false });
  const published = (await server.events()).slice(-2);
  expect(published.map(({ type, payload }) => [type, payload])).toMatchObject([
    ['user.added', { user: { username: person.username } }],
    ['user.groups-modified', { before: [], after: [name] }],
  ]);
});

it('lists thousands of users once each, by name, with their groups', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.database.query(`
    insert into "user" (username, first_name, last_name, email)
    select 'user' || 9999 - n, 'Una', 'User', n || '@example.com' from generate_series(1, 2100) n`);
  await server.database.query(`
    insert into group_member (group_id, user_id)
    select g.id, u.id from "group" g, "user" u where g.is_admin and u.username = 'user8000'`);
  const users = await admin.call(listUsers, {});
  const names = ['rosa', ...Array.from({ length: 2100 }, (_, nth) => `user${7899 + nth}`)];
  expect(users.map(({ username }) => username)).toEqual(names);
  expect(users.filter(({ is_admin }) => is_admin).map(({ username }) => username)).toEqual(['rosa', 'user8000']);
});

test('adds a user who can sign in immediately with the given password', async ({ server }) => {
  const una = newPerson();
  const admin = await server.given.admin();
  const answer = await admin.try(addUser, { body: { ...una, phone: '+1 (415) 555-0100', password } });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    ...una,
    phone: '+1 (415) 555-0100',
    is_active: true,
    enrolled: true,
    has_password: true,
    groups: [],
  });
  const caller = server.stranger();
  await caller.call(signIn, { body: { username: una.username, password } });
  expect(await caller.call(getMe, {})).toMatchObject(una);
  const by = { username: 'rosa', ip: '127.0.0.1/32', device: 'test' };
  expect(await latestEntry(server, 'user_added')).toMatchObject(by);
});

test('adds a user without a password, who has not enrolled and cannot sign in', async ({ server }) => {
  const una = newPerson();
  const admin = await server.given.admin();
  for (const [index, none] of [undefined, null, ''].entries()) {
    const body = { ...una, username: `${una.username}-${index}`, email: `${index}-${una.email}`, password: none };
    expect((await admin.try(addUser, { body })).body).toMatchObject({ enrolled: false });
    const attempt = { username: body.username, password: none || 'Anything-goes-1' };
    expect((await server.stranger().try(signIn, { body: attempt })).status).toBe(401);
  }
});

test('rejects a new user by the first broken rule and stores nothing', async ({ server }) => {
  const una = newPerson();
  const other = newPerson();
  const admin = await server.given.admin();
  const usernames = async () => (await admin.call(listUsers, {})).map(({ username }) => username).toSorted();
  const before = await usernames();
  const refused = [
    [{ username: '.una' }, 400, 'username_invalid', 'username'],
    [{ username: 'u'.repeat(64) }, 400, 'username_invalid', 'username'],
    [{ username: '' }, 400, 'username_invalid', 'username'],
    [{ username: 'üna' }, 400, 'username_invalid', 'username'],
    [{ email: 'una' }, 400, 'email_invalid', 'email'],
    [{ phone: '' }, 400, 'phone_invalid', 'phone'],
    [{ phone: '12' }, 400, 'phone_invalid', 'phone'],
    [{ phone: '5551234567890123' }, 400, 'phone_invalid', 'phone'],
    [{ password: 'short-A1' }, 201, undefined, undefined],
    [{ ...other, password: 'no-upper-1' }, 400, 'password_weak', 'password'],
    [{ ...other, password: 'Sh-1' }, 400, 'password_weak', 'password'],
    [{ username: una.username.toUpperCase() }, 409, 'username_taken', 'username'],
    [{ username: 'ROOT' }, 400, 'username_reserved', 'username'],
    [{ ...other, email: 'ROOT@example.com' }, 409, 'email_taken', 'email'],
    [{ username: '-', email: 'x', phone: '1', password: 'x' }, 400, 'username_invalid', 'username'],
  ] as const;
  for (const [fields, status, code, field] of refused) {
    const answer = await admin.try(addUser, { body: { ...una, ...fields } });
    expect([fields, answer.status, answer.body.code, answer.body.field]).toEqual([fields, status, code, field]);
  }
  expect(await usernames()).toEqual([...before, una.username].toSorted());
});

test('gives a name or an email address to one of several concurrent requests, regardless of case', async ({
  server,
  replica,
}) => {
  const una = newPerson();
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'rosa', password } });
  const add = (fields: Partial<typeof una>, index: number) =>
    (index % 2 ? admin : elsewhere).try(addUser, { body: { ...una, ...fields } });

  const before = (await admin.call(listUsers, {})).length;
  const { username: name } = una;
  const names = [name, name.toUpperCase(), `U${name.slice(1)}`, `uN${name.slice(2)}`, `unA${name.slice(3)}`, name];
  const byName = await Promise.all(names.map((username, index) => add({ username, email: `${index}@x.org` }, index)));
  expect(byName.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(byName.filter((answer) => answer.body.code === 'username_taken')).toHaveLength(5);

  const mails = ['a@x.org', 'A@x.org', 'a@X.org', 'A@X.ORG'];
  const byMail = await Promise.all(mails.map((email, index) => add({ username: `${name}-${index}`, email }, index)));
  expect(byMail.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(byMail.filter((answer) => answer.body.code === 'email_taken')).toHaveLength(3);
  expect(await admin.call(listUsers, {})).toHaveLength(before + 2);
});

test('reports whether a user name is free', async ({ server }) => {
  const una = newPerson();
  const admin = await server.given.admin();
  const ask = (username: string) => admin.try(checkUsername, { body: { username } });
  expect(await ask(una.username)).toMatchObject({ status: 200, body: {} });
  await admin.call(addUser, { body: una });
  expect(await ask(una.username.toUpperCase())).toMatchObject({
    status: 400,
    body: { code: 'username_taken', field: 'username' },
  });
  expect(await ask('Root')).toMatchObject({ status: 400, body: { code: 'username_reserved', field: 'username' } });
  expect(await ask('a b')).toMatchObject({ status: 400, body: { code: 'username_invalid', field: 'username' } });
});

test('shows a user only to administrators and to the user', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const shown = await user.call(getUser, { params: { username: user.username } });
  expect(shown).toEqual({
    user: await user.call(getMe, {}),
    devices: [],
    biometric_enabled_devices: [],
    security_keys: [],
    suspended: { devices: 0, keys: 0, authenticator_app: false },
  });
  expect(await admin.call(getUser, { params: { username: user.username } })).toEqual(shown);
  expect(await user.try(getUser, { params: { username: 'rosa' } })).toMatchObject({
    status: 403,
    body: { msg: 'requires privileged access' },
  });
  // does not reveal whether a user exists to other users
  expect((await user.try(getUser, { params: { username: 'missing' } })).status).toBe(403);
  expect(await admin.try(getUser, { params: { username: 'missing' } })).toMatchObject({
    status: 404,
    body: { code: 'user_not_found' },
  });
});

test('deletes a user, revokes the sessions on every replica and releases the name', async ({ server, replica }) => {
  const una = newPerson();
  const admin = await server.given.admin();
  const user = await server.given.user({ groups: [(await server.given.group()).name] });
  const before = (await server.events()).length;
  const answer = await admin.try(deleteUser, { params: { username: user.username } });
  expect([answer.status, answer.body]).toEqual([200, null]);
  const kept = { headers: { cookie: user.cookie ?? '' } };
  expect((await server.stranger().send('GET', '/me', kept)).status).toBe(401);
  expect((await replica.stranger().send('GET', '/me', kept)).status).toBe(401);
  expect((await admin.try(getUser, { params: { username: user.username } })).status).toBe(404);
  expect((await admin.try(deleteUser, { params: { username: user.username } })).body.code).toBe('user_not_found');
  await admin.call(addUser, { body: { ...una, username: user.username } });
  expect((await server.events()).slice(before).map((event) => event.type)).toContain('user.removed');
});

test('ignores fields that the request may not set: id, rights, hash, enrolment', async ({ server }) => {
  const una = newPerson();
  const admin = await server.given.admin();
  const forbidden = {
    id: 4242,
    is_admin: true,
    enrolled: true,
    has_password: true,
    password_hash: '$argon2id$planted',
    mfa_enabled: true,
    totp_enabled: true,
    ldap_pass_requires_change: true,
    created_at: '2000-01-01T00:00:00Z',
  };
  const added = await admin.call(addUser, {
    body: { ...una, ...forbidden, is_active: false } as never,
  });
  expect(added).toMatchObject({ is_admin: false, enrolled: false, mfa_enabled: false, is_active: true });
  expect(added.id).not.toBe(4242);

  const user = await server.given.user();
  const before = await user.call(getMe, {});
  const escalation = {
    ...before,
    ...forbidden,
    username: 'chief',
    email: 'chief@x.org',
    groups: ['admin'],
    last_name: 'X',
  };
  await user.call(updateUser, { params: { username: user.username }, body: escalation as never });
  expect(await user.call(getMe, {})).toEqual(before);

  await admin.call(updateUser, { params: { username: user.username }, body: { ...before, ...forbidden } as never });
  expect(await user.call(getMe, {})).toEqual(before);
});
