import { addApiToken } from '@gatewarden/contract/api-tokens';
import { signIn } from '@gatewarden/contract/auth';
import {
  dismissAttention,
  dismissChecklist,
  getHome,
  type Home,
  restoreAttention,
  restoreChecklist,
} from '@gatewarden/contract/home';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';

async function itemsAbout(caller: Caller, id: string | number, type?: string): Promise<Home['attention']> {
  const { attention } = await caller.call(getHome, {});
  return attention.filter(({ subject }) => subject?.id === String(id) && (!type || subject.type === type));
}

it('guides a new instance through the setup, step by step', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const steps = async () => {
    const { checklist } = await admin.call(getHome, {});
    return checklist.steps.filter(({ done }) => done).map(({ step }) => step);
  };
  expect((await admin.call(getHome, {})).checklist).toEqual({
    steps: ['location', 'gateway', 'device', 'people', 'two_factor', 'mail'].map((step) => ({ step, done: false })),
    dismissed: false,
  });
  const location = await server.given.location();
  expect(await steps()).toEqual(['location']);
  await using _gateway = await server.connectGateway(location);
  expect(await steps()).toEqual(['location', 'gateway']);
  await server.given.user();
  await server.given.device(admin);
  expect(await steps()).toEqual(['location', 'gateway', 'device', 'people']);
  const body = { smtp_server: 'mail.example.com', smtp_port: 25, smtp_sender: 'vpn@example.com' };
  await admin.call(patchSettings, { body });
  const enable = `insert into mfa (user_id, is_enabled, method) values ($1, true, 'OneTimePassword')`;
  await server.database.query(enable, [admin.id]);
  expect(await steps()).toEqual(['location', 'gateway', 'device', 'people', 'two_factor', 'mail']);
});

test('lists a location without a gateway until one joins', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const [item] = await itemsAbout(admin, location.id, 'location');
  expect(item).toMatchObject({
    kind: 'location_without_gateway',
    severity: 'warning',
    subject: { type: 'location', name: location.name },
    dismissed: false,
  });
  expect(item?.since).not.toBeNull();
  await using _gateway = await server.connectGateway(location);
  await expect.poll(() => itemsAbout(admin, location.id, 'location')).toEqual([]);
});

test('lists a gateway that is down with the beginning, and whether another one serves the location', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const now = server.clock.now();
  const at = { connected_at: new Date(now.getTime() - 7_200_000), disconnected_at: new Date('2026-01-02T03:04:05Z') };
  const [id = ''] = await givenGatewayRows(server.database, { location_id: location.id, name: 'waw-gw', ...at });
  expect(await itemsAbout(admin, id, 'gateway')).toMatchObject([
    {
      kind: 'gateway_down',
      severity: 'danger',
      since: '2026-01-02T03:04:05',
      subject: { type: 'gateway', name: 'waw-gw' },
      details: { location_id: location.id, location: location.name, is_last: true },
    },
  ]);
  await using _other = await server.connectGateway(location);
  expect(await itemsAbout(admin, id, 'gateway')).toMatchObject([{ severity: 'warning', details: { is_last: false } }]);
  await server.database.query('update component set revoked_at = now() where id = $1', [id]);
  expect(await itemsAbout(admin, id, 'gateway')).toEqual([]);
});

test('does not list a gateway that joined and never connected', async ({ server }) => {
  const location = await server.given.location();
  const [id = ''] = await givenGatewayRows(server.database, { location_id: location.id });
  expect(await itemsAbout(await server.given.admin(), id, 'gateway')).toEqual([]);
});

test('lists a user with many failed sign-ins in a day', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const fail = () =>
    server
      .stranger()
      .call(signIn, { body: { username: una.username, password: 'Wrong-horse-7' } })
      .catch(() => undefined);
  for (let attempt = 0; attempt < 4; attempt += 1) await fail();
  expect(await itemsAbout(admin, una.username)).toEqual([]);
  await fail();
  // refused sign-ins are logged by a job
  await expect
    .poll(() => itemsAbout(admin, una.username))
    .toMatchObject([{ kind: 'failed_sign_ins', severity: 'warning', details: { count: 5, addresses: 1 } }]);
});

test('lists administrators without 2FA, and no other user', async ({ server }) => {
  const admin = await server.given.admin();
  const [una, other] = [await server.given.user({ groups: ['admin'] }), await server.given.user()];
  expect(await itemsAbout(admin, una.username)).toMatchObject([{ kind: 'users_without_2fa', since: null }]);
  expect(await itemsAbout(admin, other.username)).toEqual([]);
  await givenTotp(server, una);
  expect(await itemsAbout(admin, una.username)).toEqual([]);
});

test('lists API tokens of administrators that expire within 14 days', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
  const add = async (person: typeof una, days: number) => {
    const body = { name: `in ${days} days`, expires_at: inDays(days) };
    return (await person.call(addApiToken, { params: { username: person.username }, body })).id;
  };
  const [soon, late, ofUser] = [await add(admin, 13), await add(admin, 15), await add(una, 13)];
  expect(await itemsAbout(admin, soon, 'api_token')).toMatchObject([
    {
      kind: 'token_expires',
      subject: { type: 'api_token', name: 'in 13 days' },
      details: { username: admin.username },
    },
  ]);
  expect([...(await itemsAbout(admin, late, 'api_token')), ...(await itemsAbout(admin, ofUser, 'api_token'))]).toEqual(
    [],
  );
});

test('dismisses a condition for one administrator until it begins again', async ({ server }) => {
  const admin = await server.given.admin();
  const other = await server.given.user({ groups: ['admin'] });
  const location = await server.given.location();
  const [id = ''] = await givenGatewayRows(server.database, {
    location_id: location.id,
    name: 'sel-gw',
    connected_at: new Date('2026-01-02T03:00:00Z'),
    disconnected_at: new Date('2026-01-02T03:04:05Z'),
  });
  const isDismissed = async (caller: Caller) =>
    (await itemsAbout(caller, id, 'gateway')).map(({ dismissed }) => dismissed);
  const key = (await itemsAbout(admin, id, 'gateway'))[0]?.key ?? '';
  await using console = await openConsole(admin);
  await admin.call(dismissAttention, { params: { key } });
  await admin.call(dismissAttention, { params: { key } });
  await console.untilStale('home');
  expect([await isDismissed(admin), await isDismissed(other)]).toEqual([[true], [false]]);
  expect(await latestEntry(server, 'attention_dismissed')).toMatchObject({
    username: admin.username,
    description: 'gateway_down: sel-gw',
  });
  await admin.call(restoreAttention, { params: { key } });
  expect(await isDismissed(admin)).toEqual([false]);

  await admin.call(dismissAttention, { params: { key } });
  await server.database.query(`update component set connected_at = '2026-01-03T00:00:00Z' where id = $1`, [id]);
  expect(await isDismissed(admin)).toEqual([false]);
  expect((await other.send('POST', `/home/attention/${key}/dismiss`)).status).toBe(404);
});

test.for(['gateway_down::', 'nothing', 'checklist', 'mail_not_set_up:x:', 'x'.repeat(300), "'; drop table"])(
  'refuses to dismiss %s, which is not a current condition, and stores nothing',
  async (key, { server }) => {
    const admin = await server.given.admin();
    const before = await server.database.query('select * from home_dismissal');
    const { status } = await admin.send('POST', `/home/attention/${encodeURIComponent(key)}/dismiss`);
    expect(status).toBe(key.length > 200 ? 400 : 404);
    expect(await server.database.query('select * from home_dismissal')).toEqual(before);
  },
);

test('lists for a token only the conditions whose area it may read', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const body = { name: 'monitoring', scopes: ['settings:read' as const] };
  const { token } = await admin.call(addApiToken, { params: { username: admin.username }, body });
  const headers = { authorization: `Bearer ${token}` };
  expect(await itemsAbout(admin, location.id, 'location')).toHaveLength(1);
  const { attention } = (await (await fetch(`${server.url}/api/v1/home`, { headers })).json()) as Home;
  expect(new Set(attention.map(({ kind }) => kind))).toEqual(new Set(['mail_not_set_up']));
});

test('dismisses the checklist for one administrator, and shows it again', async ({ server }) => {
  const admin = await server.given.admin();
  const other = await server.given.user({ groups: ['admin'] });
  const isDismissed = async (caller: Caller) => (await caller.call(getHome, {})).checklist.dismissed;
  await admin.call(dismissChecklist, {});
  expect([await isDismissed(admin), await isDismissed(other)]).toEqual([true, false]);
  await admin.call(restoreChecklist, {});
  expect(await isDismissed(admin)).toBe(false);
  expect(await latestEntry(server, 'checklist_restored')).toMatchObject({ username: admin.username });
});

it('leaves out what belongs to the VPN while its module is off', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.given.location();
  await admin.call(patchSettings, { body: { wireguard_enabled: false } });
  const { attention, checklist } = await admin.call(getHome, {});
  expect(attention.map(({ kind }) => kind)).toEqual(['users_without_2fa', 'mail_not_set_up']);
  expect(checklist.steps.map(({ step }) => step)).toEqual(['people', 'two_factor', 'mail']);
});

test('becomes stale with what it shows', async ({ server }) => {
  const admin = await server.given.admin();
  await using console = await openConsole(admin);
  const una = await server.given.user();
  await console.untilStale('home');
  console.clear();
  await server
    .stranger()
    .call(signIn, { body: { username: una.username, password: 'Wrong-horse-7' } })
    .catch(() => undefined);
  await console.untilStale('home');
  console.clear();
  await server.given.location();
  await expect(console.untilStale('home')).resolves.toBeUndefined();
});
