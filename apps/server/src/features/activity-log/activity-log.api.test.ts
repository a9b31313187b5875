import { exportActivity, getActivity, listActivity } from '@gatewarden/contract/activity-log';
import { signIn, signOut } from '@gatewarden/contract/auth';
import { deleteDevice } from '@gatewarden/contract/devices';
import { addGroup } from '@gatewarden/contract/groups';
import { deleteLocation } from '@gatewarden/contract/locations';
import { patchSettings, putSettings } from '@gatewarden/contract/settings';
import { deleteUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, test } from '../../../test/harness.ts';

async function rowsOf(caller: Caller, query: Parameters<typeof listOf>[1] = {}) {
  return (await listOf(caller, query)).data;
}

function listOf(caller: Caller, query: Record<string, unknown>) {
  return caller.call(listActivity, { query: query as never });
}

it('lists entries newest first, with user, IP address and browser', async () => {
  await using server = await startTestServer({ now: '2030-01-02T03:04:05Z' });
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { instance_name: 'Office' } });
  const { data, pagination } = await listOf(admin, {});
  expect(data.map(({ id, event }) => [id, event])).toEqual([
    [4, 'settings_updated_partial'],
    [3, 'user_login'],
    [2, 'group_member_added'],
    [1, 'user_added'],
  ]);
  expect(data[0]).toEqual({
    id: 4,
    timestamp: '2030-01-02T03:04:05',
    user_id: admin.id,
    username: 'rosa',
    location: null,
    ip: '127.0.0.1/32',
    event: 'settings_updated_partial',
    module: 'gatewarden',
    device: 'test',
    description: null,
    names: { fields: 'instance_name' },
  });
  expect(pagination).toEqual({
    current_page: 1,
    page_size: 50,
    total_items: 4,
    total_pages: 1,
    next_page: null,
    is_estimate: false,
  });
});

test('stores the values before and after a change', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  await admin.call(updateUser, { params: { username: user.username }, body: { last_name: 'Other' } });
  const [row] = await rowsOf(admin, { event: 'user_modified' });
  const entry = await admin.call(getActivity, { params: { id: String(row?.id) } });
  expect(entry).toMatchObject({
    ...row,
    metadata: {
      before: { last_name: 'User' },
      after: {
        ...{ last_name: 'Other', username: user.username },
        ...{ mfa_enabled: false, totp_enabled: false, email_mfa_enabled: false, mfa_method: 'None' },
      },
    },
    names: { before: user.username, after: user.username, fields: 'last_name' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(entry.metadata)).not.toMatch(/hash|argon/);
});

test('distinguishes replaced settings from partially changed ones', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { instance_name: 'Office' } });
  const whole = { instance_name: 'Home', main_logo_url: '', nav_logo_url: '', smtp_encryption: 'None' } as const;
  await admin.call(putSettings, { body: whole });
  const rows = await rowsOf(admin, { search: 'SETTINGS_', sort_order: 'asc' });
  expect(rows.map(({ event }) => event)).toEqual(['settings_updated_partial', 'settings_updated']);
});

test('logs no entry for a refused change', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(addGroup, { body: { name: 'team', members: [], is_admin: false } });
  const before = await listOf(admin, { username: 'rosa' });
  await admin.try(addGroup, { body: { name: 'team', members: [], is_admin: false } });
  expect(await listOf(admin, { username: 'rosa' })).toEqual(before);
});

test('logs the account of a refused sign-in', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  await server.stranger().try(signIn, { body: { username: user.username, password: 'Wrong-horse-7' } });
  const failed = () => rowsOf(admin, { event: 'user_login_failed', username: user.username });
  let rows = await failed();
  // the entry is written after the response
  while (rows.length === 0) rows = await failed();
  expect(rows[0]).toMatchObject({
    user_id: user.id,
    username: user.username,
    description: 'Sign-in failed: wrong password',
  });
});

test('shows users only their own entries in lists, details, exports and totals', async ({ server }) => {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const max = await server.given.user();
  await max.call(updateUser, { params: { username: max.username }, body: { phone: '5551234' } });
  const own = await listOf(una, {});
  expect(own.data.map(({ event, user_id }) => [event, user_id])).toEqual([['user_login', una.id]]);
  expect(own.pagination).toMatchObject({ total_items: 1, total_pages: 1 });
  expect(await rowsOf(una, { username: [max.username, 'rosa'] })).toEqual([]);
  const [foreign] = await rowsOf(admin, { event: 'user_modified' });
  expect(await una.try(getActivity, { params: { id: String(foreign?.id) } })).toMatchObject({
    status: 404,
    body: { code: 'activity_not_found' },
  });
  const exported = JSON.parse(
    (await una.send('GET', '/activity_log/export?format=json').then((r) => r.text())) as string,
  );
  expect(exported.map((entry: { event: string }) => entry.event)).toEqual(['user_login']);
});

test('hides the entries of a deleted user from a new user of the same name', async ({ server }) => {
  const admin = await server.given.admin();
  const former = await server.given.user();
  const { username } = former;
  await former.call(signOut, {});
  await admin.call(deleteUser, { params: { username } });
  const next = await server.given.user({ username });
  expect((await rowsOf(next)).map(({ event }) => event)).toEqual(['user_login']);
  expect((await rowsOf(admin, { username })).map(({ event }) => event)).toEqual([
    'user_login',
    'user_logout',
    'user_login',
  ]);
});

it('filters by time, user, event, module, location and text, combined and with several values', async () => {
  await using server = await startTestServer({ now: '2030-01-01T00:00:00Z' });
  const admin = await server.given.admin();
  server.clock.advance({ hours: 1 });
  const location = await server.given.location({ name: '100%_Roof' });
  server.clock.advance({ hours: 1 });
  const una = await server.given.user({ username: 'una' });
  await una.call(signOut, {});
  const found = async (query: Record<string, unknown>) => (await rowsOf(admin, query)).map(({ event }) => event);

  expect(await found({ location: location.name })).toEqual(['vpn_location_added']);
  expect(await found({ username: 'una' })).toEqual(['user_logout', 'user_login']);
  expect(await found({ username: ['una', 'missing'], event: ['user_logout', 'user_added'] })).toEqual(['user_logout']);
  expect(await found({ from: '2030-01-01T01:00:00Z', until: '2030-01-01T02:30:00+01:00' })).toEqual([
    'vpn_location_added',
  ]);
  expect(await found({ module: ['vpn', 'client'] })).toEqual([]);
  expect(await found({ module: 'gatewarden', search: '0%_rOO' })).toEqual(['vpn_location_added']);
  expect(await found({ search: '%una%' })).toEqual([]);
  expect(await found({ search: 'User una (' })).toEqual(['user_added']);
});

test('finds one or two letters at the start of words; three letters, or one non-Latin letter, anywhere', async ({
  server,
}) => {
  const admin = await server.given.admin();
  await server.database.query(
    `select append_activity(jsonb_agg(jsonb_build_object('at', now(), 'event', 'user_login', 'module', 'vpn',
      'location', location, 'ip', '203.0.113.77'))) from unnest(array['Zakład-Łódź', '본사 서울지점', 'dns.quad']) location`,
  );
  const found = async (search: string) =>
    (await rowsOf(admin, { module: 'vpn', event: 'user_login', search })).map(({ location }) => location);

  expect(await found('z')).toEqual(['Zakład-Łódź']);
  expect(await found('za')).toEqual(['Zakład-Łódź']);
  expect(await found('QU')).toEqual(['dns.quad']);
  expect(await found('ua')).toEqual([]);
  expect(await found('uad')).toEqual(['dns.quad']);
  expect(await found('s.q')).toEqual(['dns.quad']);
  expect(await found('łÓ')).toEqual(['Zakład-Łódź']);
  expect(await found('서울')).toEqual(['본사 서울지점']);
  expect(await found('울')).toEqual(['본사 서울지점']);
  expect(await found('3.0.113.7')).toHaveLength(3);
  expect(await found('--')).toEqual([]);
  // the encoded forms of dots and letters do not match
  expect(await found('SXQ')).toEqual([]);
  expect(await found('ZAAA')).toEqual([]);
});

it('sorts by every column in both directions, ties by time', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.given.location();
  const una = await server.given.user({ username: 'una' });
  await una.call(signOut, {});
  const whole = await rowsOf(admin);
  for (const sort_by of ['timestamp', 'username', 'location', 'ip', 'event', 'module', 'device'] as const) {
    const up = await rowsOf(admin, { sort_by, sort_order: 'asc' });
    const down = await rowsOf(admin, { sort_by, sort_order: 'desc' });
    expect([sort_by, down]).toEqual([sort_by, up.toReversed()]);
    expect(up).toHaveLength(whole.length);
  }
  const names = (await rowsOf(admin, { sort_by: 'username', sort_order: 'asc' })).map(({ username }) => username);
  expect(names).toEqual(['rosa', 'rosa', 'rosa', 'una', 'una', null, null]);
});

test('logs the location of gateway and device events', async ({ server }) => {
  await removeNetwork(server);
  const admin = await server.given.admin();
  const location = await server.given.location({ name: 'Roof' });
  const una = await server.given.user();
  const { device, publicKey } = await server.given.device(una, { name: 'Laptop' });
  await using gateway = await server.connectGateway(location);
  const rows = await rowsOf(admin, { location: 'Roof', sort_order: 'asc' });
  expect(rows.map(({ event, module, username }) => [event, module, username])).toEqual([
    ['vpn_location_added', 'gatewarden', 'rosa'],
    ['gateway_token_shown', 'gatewarden', 'rosa'],
    ['gateway_joined', 'gatewarden', null],
    ['gateway_connected', 'vpn', null],
  ]);
  gateway.send({
    case: 'traffic',
    value: {
      peers: [
        {
          publicKey: Buffer.from(publicKey, 'base64'),
          latestHandshake: BigInt(Math.floor(server.clock.now().getTime() / 1000)),
          endpoint: '203.0.113.9:40000',
        },
      ],
    },
  });
  let [connected] = await rowsOf(admin, { event: 'vpn_client_connected', username: una.username });
  // the entry is written after the report
  while (!connected) [connected] = await rowsOf(admin, { event: 'vpn_client_connected', username: una.username });
  expect(connected).toMatchObject({
    username: una.username,
    location: 'Roof',
    ip: '203.0.113.9/32',
    module: 'vpn',
    device: `Laptop (ID ${device.id})`,
    description: 'Device Laptop at location Roof',
  });
});

test('logs the location of a deleted network device, also when it is deleted with its location', async ({ server }) => {
  await removeNetwork(server);
  const admin = await server.given.admin();
  const location = await server.given.location({ name: 'Cellar' });
  const { device } = await server.given.device(admin, { name: 'Printer' });
  await server.given.device(admin, { name: 'Scanner' });
  await server.database.query(`update device set kind = 'network'`);
  await admin.call(deleteDevice, { params: { id: String(device.id) } });
  await admin.call(deleteLocation, { params: { id: String(location.id) } });
  const rows = await rowsOf(admin, { event: 'network_device_removed', location: location.name });
  expect(rows.map(({ names, location }) => [names['device'], location])).toEqual([
    ['Scanner', 'Cellar'],
    ['Printer', 'Cellar'],
  ]);
});

it('returns pages of 50 entries and the number of the next page', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  for (let index = 4; index <= 101; index += 1) {
    await admin.call(patchSettings, { body: { instance_name: `Name ${index}` } });
  }
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => listOf(admin, { page })));
  expect(pages.map(({ data, pagination }) => [data.length, pagination.next_page, pagination.total_items])).toEqual([
    [50, 2, 101],
    [50, 3, 101],
    [1, null, 101],
    [0, null, 101],
  ]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(Array.from({ length: 101 }, (_, i) => 101 - i));
  const filtered = await listOf(admin, { page: '2', event: 'settings_updated_partial' });
  expect([filtered.data.length, filtered.pagination.total_items, filtered.pagination.total_pages]).toEqual([48, 98, 2]);
  const beyond = await listOf(admin, { page: '3', event: 'settings_updated_partial' });
  expect([beyond.data, beyond.pagination.total_items, beyond.pagination.next_page]).toEqual([[], 98, null]);
});

it('numbers entries without gaps in commit order, also those of concurrent replicas', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const callers = [server, replica].map(({ url }) => createCaller(url, admin.cookie));
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      // without members, so that only the log makes one change wait for another
      callers[index % 2]?.call(addGroup, { body: { name: `team ${index}`, members: [], is_admin: false } }),
    ),
  );
  const rows = await rowsOf(admin, { sort_order: 'asc' });
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 43 }, (_, index) => index + 1));
  expect(new Set(rows.slice(3).map(({ event }) => event))).toEqual(new Set(['group_added']));
});

it('finds the newest entries for a text with thousands of matches, recent or old', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const append = (username: string, count: number) =>
    server.database.query(
      `select append_activity(jsonb_agg(jsonb_build_object('at', '2030-01-01T00:00:00Z', 'username', $1::text,
        'event', 'user_login', 'module', 'gatewarden'))) from generate_series(1, $2::int)`,
      [username, count],
    );
  await append('una', 10_500);
  await append('ivo', 1_200);
  await append('eve', 400);
  await server.database.query('analyze activity_entry');
  const pages = await Promise.all(['user_login', 'una'].map((search) => listOf(admin, { search, page: '2' })));
  const [all, una] = pages.map(({ data }) => data.map(({ id, username }) => [id, username]));
  const [newest] = await rowsOf(admin, { username: 'eve' });
  const last = newest?.id ?? 0;
  const pageFrom = (id: number, username: string) => Array.from({ length: 50 }, (_, index) => [id - index, username]);
  expect(all).toEqual(pageFrom(last - 50, 'eve'));
  expect(una).toEqual(pageFrom(last - 1_650, 'una'));
  expect(pages.map(({ pagination }) => pagination.next_page)).toEqual([3, 3]);
  const totalOf = async (search: string) => (await listOf(admin, { search })).pagination;
  expect(await totalOf('eve')).toMatchObject({ total_items: 400, is_estimate: false });
  const { total_items, is_estimate } = await totalOf('ivo');
  expect([total_items > 1_000, is_estimate]).toEqual([true, true]);
});

it('exports all entries that match the filters as CSV and as JSON', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.database.query(
    `select append_activity(jsonb_agg(jsonb_build_object('at', '2030-01-01T00:00:00Z', 'username', 'una',
      'event', 'user_login', 'module', 'gatewarden', 'metadata', jsonb_build_object('nth', n)))) from generate_series(1, 2500) n`,
  );
  const file = async (query: string) => {
    const answer = await admin.send('GET', `/activity_log/export?${query}`);
    return { text: await answer.text(), headers: answer.headers };
  };
  const csv = await file('format=csv&username=una&sort_order=asc');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="gatewarden-activity.csv"');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = csv.text.split('\r\n');
  expect(lines.slice(0, 2)).toEqual([
    'id,timestamp,user_id,username,location,ip,event,module,device,description',
    '4,2030-01-01T00:00:00.000Z,,una,,,user_login,gatewarden,,',
  ]);
  expect(lines).toHaveLength(2502);
  const json = await file('format=json&username=una');
  const entries = JSON.parse(json.text) as { id: number; metadata: unknown }[];
  expect(entries).toHaveLength(2500);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(2500);
  expect(entries[0]).toMatchObject({ id: 2503, timestamp: '2030-01-01T00:00:00.000Z', metadata: { nth: 2500 } });
  expect(JSON.parse((await file('format=json&username=missing')).text)).toEqual([]);
});

it('accepts filters as clients of the interface write them', async () => {
  await using server = await startTestServer({ now: '2030-01-01T00:00:00Z' });
  const admin = await server.given.admin();
  const found = async (query: string) => {
    const answer = await admin.send('GET', `/activity_log?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  const all = await found('');
  expect(all).toBeGreaterThan(0);
  expect(await found('module=defguard')).toBe(all);
  expect(await found('module=defguard&module=vpn')).toBe(all);
  // an event of a later version
  expect(await found('event=user_flew')).toBe(0);
  for (const from of ['2029-12-31 23:00:00%2B00:00', '2029-12-31T23:00:00+00:00', '2029-12-31t23:00:00z'])
    expect(await found(`from=${from}`)).toBe(all);
  for (const from of ['2030-01-01 02:00:01%2B02:00', '2030-01-01 02:00:01+02:00', '2030-01-01 00:00:01Z'])
    expect(await found(`from=${from}`)).toBe(0);
});

test('rejects invalid filters with 400', async ({ server }) => {
  const admin = await server.given.admin();
  for (const [name, value] of Object.entries({
    page: '0',
    from: '2030-01-01',
    until: 'yesterday',
    module: 'firewall',
    sort_by: 'id',
    sort_order: 'ASC',
  })) {
    const { status, body } = await admin.try(listActivity, { query: { [name]: value } as never });
    expect([name, status, body.field]).toEqual([name, 400, name]);
  }
  expect((await admin.try(exportActivity, { query: { format: 'xls' } as never })).status).toBe(400);
});
