import { getMe, signIn } from '@gatewarden/contract/auth';
import { addUser, deleteUser, getUser, listUsers, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { test } from '../../../test/harness.ts';

test('lets administrators change all fields of a user, and users only their own phone number', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const before = await user.call(getMe, {});
  const changes = { first_name: 'New', last_name: 'Name', email: 'new@example.com', phone: '5551234' };

  const own = await user.try(updateUser, { params: { username: user.username }, body: changes });
  expect([own.status, own.body]).toEqual([200, null]);
  expect(await user.call(getMe, {})).toEqual({ ...before, phone: '5551234' });

  await admin.call(updateUser, { params: { username: user.username }, body: { ...changes, username: 'renamed' } });
  expect(await user.call(getMe, {})).toEqual({ ...before, ...changes, username: 'renamed' });
});

test('leaves absent fields unchanged, and clears the phone number with null', async ({ server }) => {
  const user = await server.given.user({ groups: ['admin'] });
  const before = await user.call(getMe, {});
  const update = (body: object) => user.call(updateUser, { params: { username: user.username }, body });
  await update({ phone: '123' });
  await update({});
  expect(await user.call(getMe, {})).toEqual({ ...before, phone: '123' });
  await update({ phone: null });
  expect(await user.call(getMe, {})).toEqual(before);
  await update({ phone: '123' });
  await update({ phone: '' });
  expect(await user.call(getMe, {})).toEqual(before);
});

test('clears the phone number when a complete record omits it, as clients of the interface do', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const params = { username };
  await admin.call(updateUser, { params, body: { phone: '123' } });
  const { phone, ...record } = (await admin.call(getUser, { params })).user;
  await admin.call(updateUser, { params, body: { first_name: 'Partial', last_name: 'Change' } });
  expect([phone, (await admin.call(getUser, { params })).user.phone]).toEqual(['123', '123']);
  await admin.call(updateUser, { params, body: { ...record, authorized_apps: [] } });
  expect((await admin.call(getUser, { params })).user.phone).toBeNull();
});

test('accepts an email address without a dot and an empty last name', async ({ server }) => {
  const admin = await server.given.admin();
  const user = { username: 'una', first_name: 'Una', last_name: '', email: 'una@mailhost' };
  expect(await admin.call(addUser, { body: user })).toMatchObject(user);
  const params = { username: 'una' };
  await admin.call(updateUser, { params, body: { email: 'una@localhost', last_name: ' ' } });
  expect((await admin.call(getUser, { params })).user).toMatchObject({ email: 'una@localhost', last_name: '' });
  for (const email of ['nowhere', 'two words@host', 'a@b@c', 'una@', '@host', 'una@-host', 'una@host\n']) {
    const answer = await admin.try(updateUser, { params, body: { email } });
    expect([email, answer.status, answer.body.code]).toEqual([email, 400, 'email_invalid']);
  }
});

test('applies both groups and status of one edit', async ({ server }) => {
  const admin = await server.given.admin();
  const [first, second] = [await server.given.group(), await server.given.group()];
  const user = await server.given.user({ groups: [first.name] });
  const params = { username: user.username };
  const before = (await server.events()).length;
  await admin.call(updateUser, { params, body: { groups: [second.name], is_active: false } });
  expect((await admin.call(getUser, { params })).user).toMatchObject({ groups: [second.name], is_active: false });
  expect((await user.try(getMe, {})).status).toBe(401);
  const types = (await server.events()).slice(before).map((event) => event.type);
  expect(types).toEqual(['user.groups-modified', 'user.modified']);
});

test('rejects an unknown group and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const { name } = await server.given.group({ name: 'ops' });
  const user = await server.given.user({ groups: [name] });
  const params = { username: user.username };
  const answer = await admin.try(updateUser, { params, body: { groups: ['Ops'], phone: '123' } });
  expect(answer).toMatchObject({ status: 422, body: { code: 'group_name_unknown', field: 'groups' } });
  expect(answer.body.details).toEqual({ name: 'Ops' });
  expect((await admin.call(getUser, { params })).user).toMatchObject({ groups: [name], phone: null });
});

test('revokes the sessions of a disabled user on every replica, permanently', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const kept = { headers: { cookie: user.cookie ?? '' } };
  const params = { username: user.username };
  await admin.call(updateUser, { params, body: { is_active: false } });
  expect((await server.stranger().send('GET', '/me', kept)).status).toBe(401);
  expect((await replica.stranger().send('GET', '/me', kept)).status).toBe(401);
  const attempt = { body: { username: user.username, password } };
  expect((await server.stranger().try(signIn, attempt)).status).toBe(401);

  await admin.call(updateUser, { params, body: { is_active: true } });
  expect((await server.stranger().send('GET', '/me', kept)).status).toBe(401);
  expect((await server.stranger().try(signIn, attempt)).status).toBe(200);
});

test('starts no session for a user who is being disabled concurrently', async ({ server }) => {
  const { id, username } = await server.given.user();
  await using disabling = await server.database.transaction();
  await disabling.query('update "user" set is_active = false where id = $1', [id]);
  await disabling.query('delete from session where user_id = $1', [id]);
  const attempt = server.stranger().try(signIn, { body: { username, password } });
  await server.database.untilBlocked(attempt);
  await disabling.commit();
  expect((await attempt).status).toBe(401);
  expect(await server.database.query('select from session where user_id = $1', [id])).toEqual([]);
});

test('revokes the administrator rights of existing sessions immediately when a user leaves the group', async ({
  server,
  replica,
}) => {
  const admin = await server.given.admin();
  const second = await server.given.user({ groups: ['admin'] });
  const kept = { headers: { cookie: second.cookie ?? '' } };
  expect((await replica.stranger().send('GET', '/user', kept)).status).toBe(200);
  await admin.call(updateUser, { params: { username: second.username }, body: { groups: [] } });
  expect((await second.try(listUsers, {})).body).toMatchObject({ msg: 'access denied' });
  expect((await replica.stranger().send('GET', '/user', kept)).status).toBe(403);
});

test('rejects invalid values and names of other users, and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const other = await server.given.user();
  const before = await admin.call(listUsers, {});
  const refused = [
    [{ username: 'no spaces' }, 400, 'username_invalid', 'username'],
    [{ email: 'nowhere' }, 400, 'email_invalid', 'email'],
    [{ phone: '1-2-3-4' }, 400, 'phone_invalid', 'phone'],
    [{ username: other.username.toUpperCase() }, 409, 'username_taken', 'username'],
    [{ username: 'Root' }, 400, 'username_reserved', 'username'],
    [{ email: 'ROOT@EXAMPLE.COM' }, 409, 'email_taken', 'email'],
    [{ first_name: ' ' }, 422, 'invalid_input', 'first_name'],
    [{ first_name: 'Changed', groups: [7] as never }, 422, 'invalid_input', 'groups.0'],
  ] as const;
  for (const [body, status, code, field] of refused) {
    const answer = await admin.try(updateUser, { params: { username }, body });
    expect([body, answer.status, answer.body.code, answer.body.field]).toEqual([body, status, code, field]);
  }
  expect(await admin.call(listUsers, {})).toEqual(before);
  const unknown = await admin.try(updateUser, { params: { username: 'missing' }, body: { phone: '123' } });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
});

test('lets a user change the case of the own name and address', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const body = { username: username.toUpperCase(), email: `${username}@EXAMPLE.com` };
  await admin.call(updateUser, { params: { username }, body });
  expect((await admin.call(getUser, { params: { username: body.username } })).user).toMatchObject(body);
});

test('gives a name to one of two users who are renamed to it concurrently', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'rosa', password } });
  const users = [await server.given.user(), await server.given.user()];
  const answers = await Promise.all(
    users.map(({ username }, index) =>
      (index ? admin : elsewhere).try(updateUser, { params: { username }, body: { username: 'Same' } }),
    ),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

test('does not let administrators disable or delete themselves', async ({ server }) => {
  const admin = await server.given.admin();
  await server.given.user({ groups: ['admin'] });
  const params = { username: admin.username };
  expect(await admin.try(updateUser, { params, body: { is_active: false } })).toMatchObject({
    status: 400,
    body: { code: 'own_account' },
  });
  expect(await admin.try(deleteUser, { params })).toMatchObject({ status: 400, body: { code: 'own_account' } });
  expect(await admin.call(getMe, {})).toMatchObject({ is_active: true, is_admin: true });
});
