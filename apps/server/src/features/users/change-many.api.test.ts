import { getMe } from '@gatewarden/contract/auth';
import { deleteUsers, setUsersStatus } from '@gatewarden/contract/bulk-users';
import { listDevices } from '@gatewarden/contract/devices';
import { listUsers } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { startTestServer, test } from '../../../test/harness.ts';

const setStatus = (admin: Person, users: readonly number[], is_active: boolean) =>
  admin.try(setUsersStatus, { body: { users: [...users], is_active } });

async function activeOf(admin: Person): Promise<Record<string, boolean>> {
  const users = await admin.call(listUsers, {});
  return Object.fromEntries(users.map(({ username, is_active }) => [username, is_active]));
}

test('disables several users, publishes an event for each, revokes their sessions and returns those that changed', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const [una, bob] = [await server.given.user(), await server.given.user()];
  await setStatus(admin, [bob.id], false);
  const before = (await server.events()).length;
  expect(await setStatus(admin, [una.id, bob.id], false)).toMatchObject({ status: 200, body: { changed: [una.id] } });
  expect((await una.try(getMe, {})).status).toBe(401);
  expect(await setStatus(admin, [una.id, bob.id], true)).toMatchObject({ body: { changed: [una.id, bob.id] } });
  const newEvents = (await server.events()).slice(before);
  expect(newEvents.map(({ type, payload }) => [type, payload])).toMatchObject([
    ['user.modified', { before: { id: una.id, is_active: true }, after: { id: una.id, is_active: false } }],
    ['user.modified', { after: { id: una.id, is_active: true } }],
    ['user.modified', { after: { id: bob.id, is_active: true } }],
  ]);
});

test('removes the devices of disabled and deleted users from every location, and no others', async ({ server }) => {
  const admin = await server.given.admin();
  const [una, bob, cleo] = [await server.given.user(), await server.given.user(), await server.given.user()];
  const location = await server.given.location();
  const devices = [await server.given.device(una), await server.given.device(bob), await server.given.device(cleo)];
  await using gateway = await server.connectGateway(location);
  const [, , cleoKey] = devices.map(({ device }) => device.wireguard_pubkey);
  await setStatus(admin, [una.id, bob.id], false);
  await gateway.until(() => gateway.state?.peers.size === 1);
  expect([...(gateway.state?.peers.keys() ?? [])]).toEqual([cleoKey]);
  await admin.call(deleteUsers, { body: { users: [una.id, bob.id] } });
  const owners = (await admin.call(listDevices, {})).map(({ user_id }) => user_id);
  expect(owners.filter((id) => [una.id, bob.id, cleo.id].includes(id))).toEqual([cleo.id]);
});

test('changes no user if one of them cannot be changed, and names that user', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const events = (await server.events()).length;
  const self = { status: 400, body: { code: 'own_account', details: { id: admin.id, username: 'rosa' } } };
  expect(await setStatus(admin, [una.id, admin.id], false)).toMatchObject(self);
  expect(await admin.try(deleteUsers, { body: { users: [una.id, admin.id] } })).toMatchObject(self);
  const gone = { status: 400, body: { code: 'user_not_found', field: 'users', details: { id: 4711 } } };
  expect(await setStatus(admin, [una.id, 4711], false)).toMatchObject(gone);
  expect(await admin.try(deleteUsers, { body: { users: [4711, una.id] } })).toMatchObject(gone);
  expect(await activeOf(admin)).toMatchObject({ rosa: true, [una.username]: true });
  expect(await server.events()).toHaveLength(events);
});

it('retains an administrator when two remove each other concurrently', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const other = await server.given.user({ groups: ['admin'] });
  const onReplica = replica.stranger();
  const headers = { cookie: other.cookie ?? '', 'content-type': 'application/json' };
  const [one, two] = await Promise.all([
    setStatus(admin, [other.id], false),
    onReplica.send('POST', '/users/delete', { headers, body: JSON.stringify({ users: [admin.id] }) }),
  ]);
  const refusals = [one.body.code, ((await two.json()) as { code?: string }).code].filter(Boolean);
  expect(refusals).toHaveLength(1);
  expect(['last_admin', 'unauthenticated', 'access_denied', 'user_not_found']).toContain(refusals[0]);
});

test('disables, enables and deletes thousands of users', async ({ server }) => {
  const admin = await server.given.admin();
  const added = await server.database.query(`insert into "user" (username, first_name, last_name, email)
    select 'u' || n, 'U', 'U', n || '@example.com' from generate_series(1, 2000) n returning id`);
  const users = added.map(({ id }) => Number(id));
  expect(await setStatus(admin, users, false)).toMatchObject({ status: 200, body: { changed: { length: 2_000 } } });
  expect(await setStatus(admin, users, true)).toMatchObject({ status: 200, body: { changed: { length: 2_000 } } });
  await admin.call(deleteUsers, { body: { users } });
  expect((await admin.call(listUsers, {})).filter(({ id }) => users.includes(id))).toEqual([]);
});
