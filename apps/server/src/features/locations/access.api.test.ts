import { listLocationPeople, listUserAccess, previewAccess, type UserAccess } from '@gatewarden/contract/locations';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const access = (caller: Person, { username }: Person) => caller.call(listUserAccess, { params: { username } });
const summary = (all: readonly UserAccess[]) =>
  all.map(({ location_name, reasons, groups, obstacle }) => [location_name, reasons, groups, obstacle]);

test('lists for each location through which group a user may use it, or why not', async ({ server }) => {
  const admin = await server.given.admin();
  const [{ name: own }, { name: other }] = [await server.given.group(), await server.given.group()];
  await server.given.location({ name: 'Open' });
  await server.given.location({ name: 'Both', allowed_groups: [own, other] });
  await server.given.location({ name: 'Closed', allowed_groups: [other] });
  const user = await server.given.user({ groups: [own] });

  const seen = await access(admin, user);
  expect(summary(seen)).toEqual([
    ['Both', ['group'], [own], null],
    ['Closed', [], [], 'not_in_group'],
    ['Open', ['everyone'], [], null],
  ]);
  expect(seen.map((each) => each.allowed_groups)).toEqual([[own, other].toSorted(), [other], []]);
  expect(summary(await access(admin, admin))).toEqual([
    ['Both', ['admin'], [], null],
    ['Closed', ['admin'], [], null],
    ['Open', ['everyone'], [], null],
  ]);
});

test('says whether a gateway of the location is connected', async ({ server }) => {
  const [up, down] = [await server.given.location({ name: 'Up' }), await server.given.location({ name: 'Down' })];
  await server.given.location({ name: 'Without' });
  await server.connectGateway(up, { name: 'Rack 1' });
  const gateway = await server.connectGateway(down, { name: 'Rack 2' });
  const user = await server.given.user();
  const presence = async () =>
    (await access(user, user)).map(({ location_name, gateway: state }) => [location_name, state]);
  expect(await presence()).toEqual([
    ['Down', 'connected'],
    ['Up', 'connected'],
    ['Without', 'none'],
  ]);
  await gateway.disconnect();
  await expect.poll(presence).toEqual([
    ['Down', 'disconnected'],
    ['Up', 'connected'],
    ['Without', 'none'],
  ]);
});

test('shows users neither locations that they may not use nor the groups of others', async ({ server }) => {
  const [{ name: own }, { name: other }] = [await server.given.group(), await server.given.group()];
  await server.given.location({ name: 'Both', allowed_groups: [own, other] });
  await server.given.location({ name: 'Closed', allowed_groups: [other] });
  const user = await server.given.user({ groups: [own] });
  const seen = await access(user, user);
  expect(summary(seen)).toEqual([['Both', ['group'], [own], null]]);
  expect(JSON.stringify(seen)).not.toContain(other);
});

test('says that a disabled account cannot connect, and one without a required second factor', async ({ server }) => {
  const admin = await server.given.admin();
  const open = await server.given.location({ name: 'Open' });
  const user = await server.given.user();
  await server.database.query(`update location set mfa_mode = 'internal' where id = $1`, [open.id]);
  expect(summary(await access(admin, user))).toEqual([['Open', ['everyone'], [], 'second_factor_required']]);
  await givenTotp(server, user);
  expect(summary(await access(admin, user))).toEqual([['Open', ['everyone'], [], null]]);
  await server.database.query(`update location set mfa_mode = 'external' where id = $1`, [open.id]);
  expect(summary(await access(admin, user))).toEqual([['Open', ['everyone'], [], 'second_factor_required']]);
  await admin.call(updateUser, { params: { username: user.username }, body: { is_active: false } });
  expect(summary(await access(admin, user))).toEqual([['Open', ['everyone'], [], 'account_disabled']]);
});

test('lists who may use a location and through which group, by page', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group();
  const members = [
    await server.given.user({ groups: [group] }),
    await server.given.user({ groups: [group] }),
    await server.given.user({ groups: [group] }),
  ].map(({ username }) => username);
  const outsider = await server.given.user();
  const { id } = await server.given.location({ allowed_groups: [group] });
  const list = (query: Record<string, string>) => admin.call(listLocationPeople, { params: { id: String(id) }, query });

  const { data, total_items: total } = await list({ page_size: '200' });
  const found = data.map(({ username }) => username);
  expect(found).toEqual(expect.arrayContaining([...members, admin.username]));
  expect(found).not.toContain(outsider.username);
  expect(total).toBe(data.length);
  expect(data.find(({ username }) => username === members[0])).toMatchObject({ reasons: ['group'], groups: [group] });
  expect(data.find(({ username }) => username === admin.username)).toMatchObject({ reasons: ['admin'], groups: [] });

  const second = await list({ page: '2', page_size: '2' });
  expect(second).toEqual({ data: data.slice(2, 4), total_items: total });
  expect(await list({ page: '1000' })).toEqual({ data: [], total_items: total });
  const name = String(members[1]);
  expect((await list({ search: ` ${name.toUpperCase()} ` })).data.map((person) => person.username)).toContain(name);
  expect(await list({ search: 'no such person' })).toEqual({ data: [], total_items: 0 });
});

test('leaves out disabled users, who cannot connect', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group();
  const { id } = await server.given.location({ allowed_groups: [group] });
  const user = await server.given.user({ groups: [group] });
  const list = () => admin.call(listLocationPeople, { params: { id: String(id) }, query: { search: user.username } });
  expect(await list()).toMatchObject({ data: [{ username: user.username }], total_items: 1 });
  await admin.call(updateUser, { params: { username: user.username }, body: { is_active: false } });
  expect(await list()).toEqual({ data: [], total_items: 0 });
});

test('rejects an unknown user and an unknown location with 404', async ({ server }) => {
  const admin = await server.given.admin();
  expect(await admin.try(listUserAccess, { params: { username: 'unknown' } })).toMatchObject({
    status: 404,
    body: { code: 'user_not_found' },
  });
  expect(await admin.try(listLocationPeople, { params: { id: '2147483647' }, query: {} })).toMatchObject({
    status: 404,
    body: { code: 'location_not_found' },
  });
});

test('counts who would lose or gain a location with other groups', async ({ server }) => {
  const admin = await server.given.admin();
  const [{ name: staff }, { name: guests }] = [await server.given.group(), await server.given.group()];
  const location = await server.given.location({ allowed_groups: [staff] });
  const both = await server.given.user({ groups: [staff, guests] });
  const lost = await server.given.user({ groups: [staff] });
  await server.given.user({ groups: [guests] });
  const disabled = await server.given.user({ groups: [staff] });
  await admin.call(updateUser, { params: disabled, body: { is_active: false } });
  for (const user of [both, lost, lost]) await server.given.device(user);
  const preview = (...allowed_groups: string[]) =>
    admin.call(previewAccess, { params: { id: String(location.id) }, body: { allowed_groups } });
  const none = { people_lost: 0, people_gained: 0, devices_lost: 0, devices_connected: 0 };
  expect(await preview(staff)).toEqual(none);
  expect(await preview(guests)).toEqual({ ...none, people_lost: 1, people_gained: 1, devices_lost: 2 });
  expect(await preview('no such group')).toEqual({ ...none, people_lost: 2, devices_lost: 3 });
  expect((await preview()).people_gained).toBeGreaterThan(0);

  await using gateway = await server.connectGateway(location);
  await server.database.query(
    `insert into traffic_latest (location_id, device_id, gateway_id, received_bytes, sent_bytes, latest_handshake,
        connected_since, connected, removed, minute, minute_upload, minute_download)
      select $1, min(d.id), $2, 0, 0, now(), now(), true, false, now(), 0, 0
      from device d join "user" u on u.id = d.user_id where u.username = $3`,
    [location.id, gateway.id, lost.username],
  );
  expect(await preview(guests)).toMatchObject({ devices_lost: 2, devices_connected: 1 });
});
