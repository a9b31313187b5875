import { getMe } from '@gatewarden/contract/auth';
import { setUsersStatus } from '@gatewarden/contract/bulk-users';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { getGroup } from '@gatewarden/contract/groups';
import { listNotices } from '@gatewarden/contract/notices';
import { listNotifications } from '@gatewarden/contract/notifications';
import { getScimStatus, listScimRequests, resumeScimRemovals } from '@gatewarden/contract/scim';
import { patchSettings } from '@gatewarden/contract/settings';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import type { Person } from '../../../test/given/given.ts';
import { givenScimClient, type ScimClient } from '../../../test/given/scim.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: Person;
let client: ScimClient;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  client = await givenScimClient(server, admin);
});
afterEach(() => server[Symbol.asyncDispose]());

const patch = (...Operations: object[]) => ({ Operations });
const disable = patch({ op: 'replace', value: { active: false } });
const enable = patch({ op: 'replace', value: { active: true } });
const shown = async (username: string) => (await admin.call(getUser, { params: { username } })).user;

async function resourceOf({ username }: { username: string }): Promise<string> {
  const { body } = await client.send('GET', `/Users?filter=userName+eq+"${username}"`);
  return body.Resources[0].id;
}

async function givenManaged(count: number): Promise<string[]> {
  const prefix = uniqueName('managed');
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await client.send('POST', '/Users', { userName: `${prefix}${index}@example.com` });
    ids.push(body.id);
  }
  return ids;
}

it('adopts an account that a client finds by its email address, and ends its sessions when it is disabled', async () => {
  const user = await server.given.user({ username: 'local.name', email: 'ann@example.com' });
  const id = await resourceOf({ username: 'ANN@example.com' });
  expect(await client.send('POST', '/Users', { userName: 'ann@example.com' })).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness' },
  });
  expect((await client.send('DELETE', `/Users/${id}`)).status).toBe(403);
  const record = { userName: 'ann@example.com', name: { givenName: 'Ann' }, active: true };
  expect((await client.send('PUT', `/Users/${id}`, record)).status).toBe(200);
  expect(await shown('ann')).toMatchObject({ id: user.id, first_name: 'Ann', managed_by: 'scim' });
  expect((await user.try(getMe, {})).status).toBe(200);
  expect((await client.send('PATCH', `/Users/${id}`, disable)).body).toMatchObject({ active: false });
  expect((await user.try(getMe, {})).status).toBe(401);
});

it('leaves a phone number that people maintain themselves, and manages one that the client sends', async () => {
  const [id] = await givenManaged(1);
  const phone = () => server.query(`select phone, managed_fields from "user" where managed_by = 'scim'`);
  await server.query(`update "user" set phone = '555' where managed_by = 'scim'`);
  await client.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'name.givenName', value: 'Ann' }));
  const before = await phone();
  expect(before).toMatchObject([{ phone: '555', managed_fields: expect.not.arrayContaining(['phone']) }]);
  await client.send(
    'PATCH',
    `/Users/${id}`,
    patch({ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '777' }),
  );
  expect(await phone()).toMatchObject([{ phone: '777', managed_fields: expect.arrayContaining(['phone']) }]);
});

it('neither adopts nor changes administrators, admin groups and the issuer of its token without a setting', async () => {
  const other = await server.given.user({ groups: ['admin'] });
  const [managed] = await givenManaged(1);
  const [own, foreign] = [await resourceOf(admin), await resourceOf(other)];
  const { body: groups } = await client.send('GET', '/Groups?filter=displayName+eq+"admin"');
  const group = groups.Resources[0].id;
  const rename = patch(
    { op: 'replace', path: 'displayName', value: 'Taken' },
    { op: 'add', path: 'active', value: true },
  );
  const join = patch({ op: 'add', path: 'members', value: [{ value: managed }] });
  const attempts = () =>
    Promise.all([
      client.send('PATCH', `/Users/${own}`, rename),
      client.send('PATCH', `/Users/${foreign}`, rename),
      client.send('PATCH', `/Groups/${group}`, join),
      client.send('PUT', `/Groups/${group}`, { displayName: 'admin', members: [] }),
      client.send('DELETE', `/Groups/${group}`),
    ]);
  expect((await attempts()).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(await shown(other.username)).toMatchObject({ managed_by: null, is_admin: true });
  await admin.call(patchSettings, { body: { scim_manages_admins: true } });
  expect((await client.send('PATCH', `/Users/${own}`, rename)).status).toBe(403);
  expect((await client.send('PATCH', `/Users/${foreign}`, rename)).status).toBe(200);
  expect((await client.send('PATCH', `/Groups/${group}`, join)).status).toBe(204);
  expect(await admin.call(getGroup, { params: { name: 'admin' } })).toMatchObject({ managed_by: 'scim' });
  // the last administrator who can sign in
  await server.query(`update "user" set password_hash = null where id <> ${admin.id}`);
  const emptied = await client.send('PUT', `/Groups/${group}`, { displayName: 'admin', members: [] });
  expect(emptied).toMatchObject({ status: 403, body: { detail: 'This would leave no active administrator' } });
});

it('disables an administrator who leaves, unless administrators are kept', async () => {
  const other = await server.given.user({ groups: ['admin'] });
  await server.query(`update "user" set managed_by = 'scim' where id = ${other.id}`);
  const id = await resourceOf(other);
  await admin.call(patchSettings, { body: { scim_admin_removal: 'keep' } });
  expect((await client.send('PATCH', `/Users/${id}`, disable)).body).toMatchObject({ active: true });
  await admin.call(patchSettings, { body: { scim_admin_removal: 'disable' } });
  expect((await client.send('PATCH', `/Users/${id}`, disable)).body).toMatchObject({ active: false });
  expect((await other.try(getMe, {})).status).toBe(401);
  const enable = await client.send('PATCH', `/Users/${id}`, patch({ op: 'add', path: 'active', value: true }));
  expect(enable.status).toBe(403);
});

/** An account that SCIM manages, with how administrators know it. */
async function givenEve() {
  const record = { userName: 'eve@example.com', name: { givenName: 'Eve' }, active: true };
  const { body } = await client.send('POST', '/Users', record);
  return { path: `/Users/${body.id}`, record, params: { username: 'eve' }, userId: (await shown('eve')).id };
}

const stop = { disable: true, tokens: true, devices: true };

it('does not enable an account that an administrator disabled with an emergency stop', async () => {
  const { path, record, params } = await givenEve();
  await admin.call(stopUser, { params, body: stop });
  const replaced = await client.send('PUT', path, { ...record, name: { givenName: 'Eva' } });
  expect(replaced).toMatchObject({ status: 200, body: { name: { givenName: 'Eva' }, active: false } });
  expect(await shown('eve')).toMatchObject({ first_name: 'Eva', is_active: false });
});

it('enables an account that SCIM disabled, unless an emergency stop followed', async () => {
  const { path, params } = await givenEve();
  for (const [change, active] of [
    [disable, false],
    [enable, true],
    [disable, false],
  ] as const)
    expect((await client.send('PATCH', path, change)).body).toMatchObject({ active });
  await admin.call(stopUser, { params, body: stop });
  expect((await client.send('PATCH', path, enable)).body).toMatchObject({ active: false });
  const { body: created } = await client.send('POST', '/Users', { userName: 'ann@example.com', active: false });
  expect((await client.send('PATCH', `/Users/${created.id}`, enable)).body).toMatchObject({ active: true });
});

it('leaves it to administrators to enable an account that one of them disabled', async () => {
  const { path, params, userId } = await givenEve();
  const managedStatus = expect.arrayContaining(['is_active']);
  await admin.call(updateUser, { params, body: { is_active: false } });
  for (const change of [enable, disable, enable])
    expect((await client.send('PATCH', path, change)).body).toMatchObject({ active: false });
  await client.send('PATCH', path, patch({ op: 'replace', path: 'name.givenName', value: 'Eva' }));
  expect(await shown('eve')).toMatchObject({ first_name: 'Eva', is_active: false });
  expect((await shown('eve')).managed_fields).not.toEqual(managedStatus);
  await admin.call(setUsersStatus, { body: { users: [userId], is_active: true } });
  expect(await shown('eve')).toMatchObject({ is_active: true, managed_fields: managedStatus });
  await client.send('PATCH', path, disable);
  expect((await admin.try(updateUser, { params, body: { is_active: true } })).status).toBe(409);
  expect((await client.send('PATCH', path, enable)).body).toMatchObject({ active: true });
});

it('neither enables a disabled account that it adopts, nor one that was disabled before the client deleted it', async () => {
  const user = await server.given.user({ username: 'local', email: 'local@example.com' });
  await admin.call(setUsersStatus, { body: { users: [user.id], is_active: false } });
  const id = await resourceOf({ username: 'local@example.com' });
  const adopted = await client.send('PUT', `/Users/${id}`, { userName: 'local@example.com', active: true });
  expect(adopted).toMatchObject({ status: 200, body: { active: false } });
  await client.send('DELETE', `/Users/${id}`);
  const created = await client.send('POST', '/Users', { userName: 'local@example.com', active: true });
  expect(created).toMatchObject({ status: 201, body: { id, active: false } });
  await admin.call(setUsersStatus, { body: { users: [user.id], is_active: true } });
  expect(await shown('local')).toMatchObject({ managed_by: 'scim', is_active: true });
});

it.each([
  ['keep', { is_active: true, managed_by: null }],
  ['disable', { is_active: false, managed_by: null }],
  ['delete', undefined],
] as const)('deletes a resource as the settings say: %s', async (behavior, remains) => {
  await admin.call(patchSettings, { body: { scim_user_removal: behavior } });
  const { body } = await client.send('POST', '/Users', { userName: 'eve@example.com', externalId: '1' });
  expect((await client.send('DELETE', `/Users/${body.id}`)).status).toBe(204);
  expect((await client.send('GET', `/Users/${body.id}`)).status).toBe(404);
  expect((await client.send('GET', '/Users?filter=externalId+eq+"1"')).body).toMatchObject({ totalResults: 0 });
  const { body: user } = await admin.try(getUser, { params: { username: 'eve' } });
  if (remains) expect(user).toMatchObject({ user: remains });
  else expect(user).toMatchObject({ code: 'user_not_found' });
  const created = await client.send('POST', '/Users', { userName: 'Eve@example.com', displayName: 'Eve Back' });
  expect(created).toMatchObject({ status: 201, body: { active: true, displayName: 'Eve Back' } });
  expect(await shown('Eve')).toMatchObject({ managed_by: 'scim', is_active: true });
});

it('stops mass removals until an administrator decides, and says so', async () => {
  const ids = await givenManaged(8);
  const remove = async (index: number) => (await client.send('DELETE', `/Users/${ids[index]}`)).status;
  for (const index of [0, 1, 2]) expect(await remove(index)).toBe(204);
  for (const index of [3, 4]) expect((await client.send('PATCH', `/Users/${ids[index]}`, disable)).status).toBe(200);
  const refused = await client.send('PATCH', `/Users/${ids[5]}`, disable);
  expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('administrator') } });
  expect(await remove(6)).toBe(403);
  const { requests } = await admin.call(listScimRequests, {});
  const { body: kept } = await client.send('GET', `/Users/${ids[6]}`);
  expect(requests[0]).toMatchObject({ method: 'DELETE', status: 403, resource: kept.userName });
  expect((await client.send('GET', `/Users/${ids[5]}`)).body).toMatchObject({ active: true });
  expect(await admin.call(getScimStatus, {})).toMatchObject({
    managed_users: 5,
    removals: { last_hour: 5, limit: 5, refused: 2, stopped_at: expect.any(String) },
  });
  expect(await admin.call(listNotices, {})).toMatchObject([
    { kind: 'scim_removals_stopped', details: { removed: 5, managed: 8 } },
  ]);
  const { notifications } = await admin.call(listNotifications, {});
  expect(notifications).toMatchObject([{ kind: 'scim_removals_stopped', details: { removed: 5 } }]);
  // time alone does not resume them
  server.clock.advance({ hours: 2 });
  expect(await remove(5)).toBe(403);
  const again = await server.given.signedIn(admin.username);
  await again.call(resumeScimRemovals, { body: { without_limit: true } });
  expect(await again.call(listNotices, {})).toEqual([]);
  for (const index of [3, 4, 5, 6, 7]) expect(await remove(index)).toBe(204);
  const [last] = await givenManaged(1);
  expect((await client.send('DELETE', `/Users/${last}`)).status).toBe(204);
});

it('counts parallel removals, of which no more than the limit succeed', async () => {
  const ids = await givenManaged(9);
  const replies = await Promise.all(ids.map((id) => client.send('DELETE', `/Users/${id}`)));
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 403)).toHaveLength(4);
});

it('ends the tokens that an administrator issued in the last week with an emergency stop', async () => {
  const { name: group } = await server.given.group({ is_admin: true });
  const other = await server.given.user({ groups: [group] });
  const issued = await givenScimClient(server, await server.given.signedIn(other.username));
  expect((await issued.send('GET', '/Users')).status).toBe(200);
  const body = { disable: false, tokens: true, devices: false };
  await admin.call(stopUser, { params: { username: other.username }, body });
  expect((await issued.send('GET', '/Users')).status).toBe(401);
  expect((await client.send('GET', '/Users')).status).toBe(200);
});
