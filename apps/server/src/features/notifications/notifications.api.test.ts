import { listActivity } from '@gatewarden/contract/activity-log';
import { changeOwnPassword } from '@gatewarden/contract/auth';
import { deleteDevice, restoreDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { removeGroupMember } from '@gatewarden/contract/groups';
import { removeTotp, signInWithTotp } from '@gatewarden/contract/mfa';
import {
  countNotifications,
  dismissNotification,
  listNotifications,
  type Notification,
  type NotificationKind,
  readNotification,
  readNotifications,
} from '@gatewarden/contract/notifications';
import { importUsers, previewImport } from '@gatewarden/contract/user-import';
import { setUserPassword } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { type TestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const list = async (caller: Caller) => (await caller.call(listNotifications, {})).notifications;
const ofKind = async (caller: Caller, kind: NotificationKind) =>
  (await list(caller)).filter((one) => one.kind === kind);
const unread = async (caller: Caller) => (await caller.call(countNotifications, {})).unread;

async function givenNotifications({ database }: TestServer, { id }: Person, count: number, isForAdmins = false) {
  await database.query(
    `insert into notification (user_id, kind, key, for_administrators, at, details)
     select $1, 'users_imported', gen_random_uuid(), $3, now(), '{"users": 1}' from generate_series(1, $2)`,
    [id, count, isForAdmins],
  );
}

async function importOne(admin: Person, username: string): Promise<void> {
  const csv = `username,first_name,last_name,email\n${username},Una,User,${username}@example.com`;
  const { digest } = await admin.call(previewImport, { body: { csv } });
  await admin.call(importUsers, { body: { csv, digest } });
}

test('notifies the owner of a password that an administrator set, and no other user', async ({ server }) => {
  const [admin, other] = [await server.given.admin(), await givenAccount(server)];
  const una = await server.given.user();
  const body = { new_password: password, revoke_api_tokens: false };
  await admin.call(setUserPassword, { params: { username: una.username }, body });
  const again = await server.given.signedIn(una.username);
  const [notification] = await list(again);
  expect(notification).toMatchObject({
    kind: 'password_changed',
    read: false,
    count: 1,
    subject: null,
  });
  // without the address of the administrator
  expect(notification?.details).toEqual({ by: 'administrator', username: 'rosa' });
  expect(await unread(again)).toBe(1);
  expect(await list(other)).toEqual([]);
});

test('counts repeated changes by the same author in one unread notification', async ({ server }) => {
  const una = await givenAccount(server);
  const passwords = [password, 'Another-horse-7', 'Another-horse-8'];
  const change = (index: number) =>
    una.call(changeOwnPassword, {
      body: { old_password: passwords[index] ?? '', new_password: passwords[index + 1] ?? '' },
    });
  await change(0);
  const [first] = await list(una);
  await change(1);
  const [second, ...rest] = await list(una);
  expect([second?.count, rest, second?.details['by']]).toEqual([2, [], 'owner']);
  expect(second?.id).toBeGreaterThan(first?.id ?? 0);
  await una.call(readNotification, { params: { id: String(second?.id) } });
  expect(await unread(una)).toBe(0);
});

test('notifies of factors that were added and removed, and of an emergency stop', async ({ server }) => {
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  const app = await givenTotp(server, una);
  const caller = server.stranger();
  await signInWith(caller, una.username);
  await caller.call(signInWithTotp, { body: { code: app.next() } });
  await caller.call(removeTotp, {});
  expect(await ofKind(caller, 'factor_removed')).toMatchObject([{ details: { factor: 'totp', by: 'owner' } }]);
  await admin.call(stopUser, { params: { username: una.username }, body: { disable: false } });
  expect(await ofKind(await server.given.signedIn(una.username), 'access_stopped')).toMatchObject([
    { details: { by: 'administrator', username: 'rosa', disabled: false } },
  ]);
});

function signInWith(caller: Caller, username: string, userAgent = 'test', headers: Record<string, string> = {}) {
  return caller.send('POST', '/auth', {
    body: JSON.stringify({ username, password }),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
  });
}

test('notifies of a sign-in from another browser, not of the first one or of a known browser', async ({ server }) => {
  const una = await server.given.user();
  await server.given.signedIn(una.username);
  expect(await ofKind(una, 'new_sign_in')).toEqual([]);
  await signInWith(server.stranger(), una.username, firefox);
  await signInWith(server.stranger(), una.username, firefox.replaceAll('145', '146'));
  expect(await ofKind(una, 'new_sign_in')).toMatchObject([
    {
      count: 1,
      details: { browser: 'Firefox, Linux', address: '127.0.0.1', new_browser: true, new_address: false },
    },
  ]);
});

test('notifies owners of devices that an administrator removed or restored, and not of their own', async ({
  server,
}) => {
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await server.given.location();
  const { device } = await server.given.device(una);
  expect(await list(una)).toEqual([]);
  const params = { id: String(device.id) };
  await una.call(deleteDevice, { params });
  await una.call(restoreDevice, { params });
  expect(await list(una)).toEqual([]);
  await admin.call(deleteDevice, { params });
  await admin.call(restoreDevice, { params });
  const byAdministrator = {
    subject: { type: 'device', id: params.id, name: device.name },
    details: { by: 'administrator', username: 'rosa' },
  };
  expect(await list(una)).toMatchObject([
    { kind: 'device_restored', ...byAdministrator },
    { kind: 'device_removed', ...byAdministrator },
  ]);
});

test('notifies administrators of a finished import, while they are administrators', async ({ server }) => {
  const admin = await server.given.admin();
  const [una, bob] = [await server.given.user({ groups: ['admin'] }), await givenAccount(server)];
  await importOne(admin, 'imported1');
  const isImport = ({ details }: Notification) => details['users'] === 1 && details['username'] === 'rosa';
  expect((await ofKind(una, 'users_imported')).filter(isImport)).toHaveLength(1);
  expect(await ofKind(bob, 'users_imported')).toEqual([]);
  const [notification] = await ofKind(una, 'users_imported');
  await admin.call(removeGroupMember, { params: { name: 'admin', username: una.username } });
  const demoted = await server.given.signedIn(una.username);
  expect(await ofKind(demoted, 'users_imported')).toEqual([]);
  expect(await unread(demoted)).toBe(0);
  const answer = await demoted.try(readNotification, { params: { id: String(notification?.id) } });
  expect([answer.status, answer.body]).toMatchObject([404, { code: 'notification_not_found' }]);
});

test('marks as read what the reader has seen, and leaves later ones unread', async ({ server }) => {
  const una = await givenAccount(server);
  await givenNotifications(server, una, 3);
  const [, second] = await list(una);
  await una.call(readNotifications, { body: { up_to: second?.id ?? 0 } });
  expect((await list(una)).map(({ read }) => read)).toEqual([false, true, true]);
  expect(await unread(una)).toBe(1);
});

test('dismisses one notification, of the caller only', async ({ server }) => {
  const [una, other] = [await givenAccount(server), await server.given.admin()];
  await givenNotifications(server, una, 2);
  const [first, second] = await list(una);
  const params = { id: String(first?.id) };
  expect((await other.try(dismissNotification, { params })).status).toBe(404);
  await una.call(dismissNotification, { params });
  expect((await list(una)).map(({ id }) => id)).toEqual([second?.id]);
  expect((await una.try(dismissNotification, { params })).status).toBe(404);
});

test('retains what a stolen session did: the notification, and the entry of the activity log', async ({ server }) => {
  const una = await server.given.user();
  await signInWith(server.stranger(), una.username);
  const thief = server.stranger();
  await signInWith(thief, una.username, firefox);
  const [notification] = await ofKind(thief, 'new_sign_in');
  const params = { id: String(notification?.id) };
  const refusal = await thief.try(dismissNotification, { params });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'notification_retained']);
  await thief.call(readNotification, { params });
  expect(await ofKind(una, 'new_sign_in')).toMatchObject([{ id: notification?.id, read: true }]);
  const { data } = await una.call(listActivity, { query: { event: 'user_login' } });
  expect(data[0]).toMatchObject({ ip: expect.stringMatching('127.0.0.1'), device: expect.stringContaining('Firefox') });
});

test('returns pages of 20, latest first', async ({ server }) => {
  const una = await givenAccount(server);
  await givenNotifications(server, una, 45);
  const ids: number[] = [];
  const sizes: number[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await una.call(listNotifications, { query: before === undefined ? {} : { before: String(before) } });
    expect(page.unread).toBe(45);
    ids.push(...page.notifications.map(({ id }) => id));
    sizes.push(page.notifications.length);
    before = page.next;
  }
  expect(sizes).toEqual([20, 20, 5]);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
});

test('retains the latest 200 of a user', async ({ server }) => {
  const una = await givenAccount(server);
  await givenNotifications(server, una, 205);
  await una.call(changeOwnPassword, { body: { old_password: password, new_password: 'Another-horse-7' } });
  expect(await unread(una)).toBe(200);
  const [latest] = await list(una);
  expect(latest?.kind).toBe('password_changed');
});

test('reaches open consoles of the user on every core, and of no other user', async ({ server, replica }) => {
  const [una, other] = [await givenAccount(server), await givenAccount(server)];
  await using console = await openConsole(una);
  await using others = await openConsole(other);
  await using elsewhere = await openConsole(createCaller(replica.url, una.cookie));
  await una.call(changeOwnPassword, { body: { old_password: password, new_password: 'Another-horse-7' } });
  await console.untilStale('notifications');
  await elsewhere.untilStale('notifications');
  expect(others.received.flat()).not.toContain('notifications');
});

test('returns hostile text unchanged, as data', async ({ server }) => {
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await server.given.location();
  const name = `<img src=x onerror=alert(1)> \u200f'; drop table notification`;
  const { device } = await server.given.device(una, { name });
  await admin.call(deleteDevice, { params: { id: String(device.id) } });
  expect((await list(una)).map(({ subject }) => subject?.name)).toEqual([name]);
});
