import { signIn } from '@gatewarden/contract/auth';
import { listDevices, listUserDevices } from '@gatewarden/contract/devices';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { listAllGateways } from '@gatewarden/contract/gateways';
import { getInfo } from '@gatewarden/contract/info';
import { listLocations } from '@gatewarden/contract/locations';
import {
  getEnterpriseSettings,
  getEssentials,
  getSettings,
  patchSettings,
  putSettings,
  restoreBranding,
} from '@gatewarden/contract/settings';
import { getUser } from '@gatewarden/contract/users';
import { listWebhooks } from '@gatewarden/contract/webhooks';
import { expect } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { startTestServer, test } from '../../../test/harness.ts';

const essentials = {
  instance_name: 'Gatewarden',
  main_logo_url: '/svg/gatewarden-logo.svg',
  nav_logo_url: '/svg/gatewarden-nav-logo.svg',
  wireguard_enabled: true,
  webhooks_enabled: true,
  worker_enabled: true,
  openid_enabled: true,
  default_location_view: 'grid',
  client_download_url: '',
};

// Interface reference §7.5, with the brand of this product
const defaults = {
  ...essentials,
  challenge_template: '',
  smtp_server: null,
  smtp_port: null,
  smtp_encryption: 'StartTls',
  smtp_user: null,
  smtp_password: null,
  smtp_password_set: false,
  smtp_sender: null,
  enrollment_vpn_step_optional: true,
  enrollment_welcome_message: expect.stringContaining('# Welcome, {{ full_name }}'),
  enrollment_welcome_email: expect.stringContaining('{{ admin_email }}'),
  enrollment_welcome_email_subject: 'Welcome to Gatewarden',
  enrollment_use_welcome_message_as_email: true,
  ldap_url: null,
  ldap_bind_username: 'cn=admin,dc=example,dc=org',
  ldap_bind_password: null,
  ldap_group_search_base: 'ou=groups,dc=example,dc=org',
  ldap_user_search_base: 'ou=users,dc=example,dc=org',
  ldap_user_obj_class: 'inetOrgPerson',
  ldap_group_obj_class: 'groupOfUniqueNames',
  ldap_username_attr: 'cn',
  ldap_groupname_attr: 'cn',
  ldap_group_member_attr: 'uniqueMember',
  ldap_member_attr: 'memberOf',
  ldap_user_rdn_attr: null,
  ldap_use_starttls: false,
  ldap_tls_verify_cert: true,
  ldap_sync_status: 'OutOfSync',
  ldap_enabled: false,
  ldap_sync_enabled: false,
  ldap_is_authoritative: false,
  ldap_bind_password_set: false,
  ldap_ca_certificate: null,
  ldap_user_filter: null,
  ldap_sign_in_enabled: true,
  ldap_sync_target: 'all',
  ldap_user_behavior: 'disable',
  ldap_admin_behavior: 'keep',
  ldap_removal_limit: 10,
  ldap_export_removal: 'disable',
  ldap_uses_ad: false,
  ldap_sync_interval: 300,
  ldap_user_auxiliary_obj_classes: ['simpleSecurityObject', 'sambaSamAccount'],
  ldap_sync_groups: [],
  openid_create_account: true,
  openid_username_handling: 'RemoveForbidden',
  license: null,
  gateway_disconnect_notifications_enabled: false,
  gateway_disconnect_notifications_inactivity_threshold: 5,
  gateway_disconnect_notifications_reconnect_notification_enabled: false,
  reauthentication_minutes: 15,
  reserved_usernames: [],
  devices_per_user: 10,
  admin_device_management: false,
  only_client_activation: false,
  disable_all_traffic: false,
  ssh_authorized_keys_addresses: [],
  ssh_authorized_keys_token_set: false,
  traffic_detail_days: 35,
  traffic_history_days: 400,
  scim_user_removal: 'disable',
  scim_admin_removal: 'disable',
  scim_manages_admins: false,
  scim_removal_percent: 10,
  settings_from_environment: [],
};

test.beforeEach(({ server }) =>
  server.query(`update settings set changed = '{}'; delete from secret where kind = 'smtp-password'`),
);

test('has the documented defaults on a fresh instance', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  expect(await admin.call(getSettings, {})).toEqual(defaults);
});

test('returns only the essentials to callers without a session', async ({ server }) => {
  // a secret that an instance may store later: it must not be returned
  await server.database.query(`update settings set changed = '{"smtp_password": "canary", "instance_name": "Office"}'`);
  expect(await server.stranger().call(getEssentials, {})).toEqual({
    ...essentials,
    instance_name: 'Office',
    password_reset_url: `http://localhost:${server.edgePort}/password-reset`,
  });
});

test('returns no page for another password while core does not listen for clients', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_EDGE_PORT: '' } });
  expect(await server.stranger().call(getEssentials, {})).toMatchObject({ password_reset_url: null });
});

test('restricts nothing on a fresh instance', async ({ server }) => {
  const user = await server.given.user();
  expect(await user.call(getEnterpriseSettings, {})).toEqual({
    admin_device_management: false,
    disable_all_traffic: false,
    only_client_activation: false,
    devices_per_user: 10,
    mail_configured: false,
  });
});

test('changes the given settings on every replica; absent and null leave a setting unchanged', async ({
  server,
  replica,
}) => {
  const admin = await server.given.admin();
  const answer = await admin.try(patchSettings, {
    body: { instance_name: '  Head office ', main_logo_url: 'https://example.com/a.png' },
  });
  expect([answer.status, answer.body]).toEqual([200, null]);
  await admin.call(patchSettings, { body: { instance_name: null, nav_logo_url: '/own.svg' } });
  const changed = {
    instance_name: 'Head office',
    main_logo_url: 'https://example.com/a.png',
    nav_logo_url: '/own.svg',
  };
  const { password_reset_url: _, ...shown } = await replica.stranger().call(getEssentials, {});
  expect(shown).toEqual({ ...essentials, ...changed });
  expect(await admin.call(getSettings, {})).toEqual({ ...defaults, ...changed });

  await admin.call(patchSettings, { body: { main_logo_url: '', nav_logo_url: '', instance_name: 'Gatewarden' } });
  expect(await admin.call(getSettings, {})).toEqual(defaults);
  expect(await server.database.query('select changed from settings')).toEqual([{ changed: {} }]);
});

test('applies all of several concurrent changes', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'rosa', password } });
  await Promise.all([
    admin.call(patchSettings, { body: { instance_name: 'Office' } }),
    elsewhere.call(patchSettings, { body: { main_logo_url: '/a.svg' } }),
    admin.call(patchSettings, { body: { nav_logo_url: '/b.svg' } }),
  ]);
  expect(await admin.call(getSettings, {})).toEqual({
    ...defaults,
    instance_name: 'Office',
    main_logo_url: '/a.svg',
    nav_logo_url: '/b.svg',
  });
});

test('publishes what changed and who changed it, without secrets', async ({ server }) => {
  const admin = await server.given.admin();
  await server.database.query(
    `update settings set changed = '{"smtp_password": "canary", "ldap_bind_password": "canary", "license": "canary"}'`,
  );
  await admin.call(patchSettings, { body: { instance_name: 'Office' } });
  const event = (await server.events()).at(-1);
  expect(event).toMatchObject({
    type: 'settings.modified',
    payload: { before: { instance_name: 'Gatewarden' }, after: { instance_name: 'Office' } },
  });
  expect(await latestEntry(server, 'settings_updated_partial')).toMatchObject({ username: 'rosa' });
  expect(JSON.stringify(event)).not.toContain('canary');
  expect(server.logged()).not.toContain('canary');
});

const refused = [
  ['instance_name', 'ab'],
  ['instance_name', 'x'.repeat(65)],
  ['instance_name', 'two\nlines'],
  ['main_logo_url', 'javascript:alert(1)'],
  ['main_logo_url', '//evil.example/logo.svg'],
  ['nav_logo_url', 'data:text/html,<script>alert(1)</script>'],
  ['nav_logo_url', 'logo.svg'],
  ['main_logo_url', 'http://example.com/logo.svg'],
  ['main_logo_url', 'https://user:secret@example.com/logo.svg'],
  ['nav_logo_url', '/\\evil.example/logo.svg'],
  ['nav_logo_url', 'https://'],
  ['smtp_server', 'mail.example.com:25'],
  ['smtp_server', 'two words'],
  ['smtp_port', 0],
  ['smtp_port', 65_536],
  ['smtp_encryption', 'Tls'],
  ['default_location_view', 'map'],
  ['wireguard_enabled', 'no'],
  ['smtp_sender', 'no address'],
  ['smtp_sender', 'a@example.com, b@example.com'],
] as const;

test.for(refused)('rejects %s of %j and changes nothing', async ([field, value], { server }) => {
  const admin = await server.given.admin();
  const answer = await admin.try(patchSettings, { body: { instance_name: 'Changed', [field]: value } });
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input', field } });
  expect(await admin.call(getSettings, {})).toEqual(defaults);
});

type SettingsChange = BodyInputOf<typeof patchSettings>;
const smtp = {
  smtp_server: 'mail.example.com',
  smtp_port: 465,
  smtp_encryption: 'ImplicitTls',
  smtp_user: 'mailer',
  smtp_sender: 'vpn@example.com',
} as const;

test('stores SMTP settings and returns all of them except the password', async ({ server, replica }) => {
  const admin = await server.given.admin();
  expect(await admin.call(getInfo, {})).toMatchObject({ smtp_enabled: false });
  await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'Canary-7-bird' } });
  const returned = { ...defaults, ...smtp, smtp_password_set: true };
  expect(await admin.call(getSettings, {})).toEqual(returned);
  expect(await admin.call(getInfo, {})).toMatchObject({ smtp_enabled: true });
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'rosa', password } });
  expect(await elsewhere.call(getSettings, {})).toEqual(returned);

  const event = (await server.events()).findLast(({ type }) => type === 'settings.modified');
  expect(event?.payload).toMatchObject({ before: { smtp_password_set: false }, after: { smtp_password_set: true } });
  expect(JSON.stringify(await server.events())).not.toContain('Canary');
  expect(server.logged()).not.toContain('Canary');
  expect(JSON.stringify(await server.database.query('select t::text from settings t'))).not.toContain('Canary');
});

test('replaces and clears a password that cannot be decrypted', async ({ server }) => {
  const admin = await server.given.admin();
  for (const wanted of ['second', null]) {
    await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'first' } });
    await server.database.query(`update secret set value = value || '\\x00' where kind = 'smtp-password'`);
    await admin.call(patchSettings, { body: { smtp_password: wanted } });
    expect(await admin.call(getSettings, {})).toMatchObject({ smtp_password_set: wanted !== null });
  }
});

test('retains the password when it is absent or empty with a user name, and clears it with null', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const isSet = async () => (await admin.call(getSettings, {})).smtp_password_set;
  const stored = () => server.database.query(`select value from secret where kind = 'smtp-password'`);
  const whole = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '', ...smtp } as const;
  await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'first' } });
  const before = await stored();
  await admin.call(patchSettings, { body: { smtp_sender: 'a@example.com' } });
  await admin.call(patchSettings, { body: { ...smtp, smtp_password: '' } });
  await admin.call(patchSettings, { body: { smtp_password: '' } });
  await admin.call(putSettings, { body: whole });
  await admin.call(putSettings, { body: { ...whole, smtp_password: '' } });
  expect([await isSet(), await stored()]).toEqual([true, before]);
  await admin.call(patchSettings, { body: { smtp_password: null } });
  expect([await isSet(), await stored()]).toEqual([false, []]);

  await admin.call(putSettings, { body: { ...whole, smtp_password: 'second' } });
  expect(await isSet()).toBe(true);
  await admin.call(putSettings, { body: { ...whole, smtp_password: null } });
  expect(await isSet()).toBe(false);

  await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'third' } });
  await admin.call(patchSettings, { body: { smtp_user: '', smtp_password: '' } });
  expect(await isSet()).toBe(false);
});

const unavailable = [['challenge_template', 'Sign this']] as const;

test('refuses to change settings whose feature does not exist yet', async ({ server }) => {
  const admin = await server.given.admin();
  for (const [field, value] of unavailable) {
    const refused = { status: 422, body: { code: 'setting_unavailable', field } };
    const body = { instance_name: 'Office', [field]: value };
    expect(await admin.try(patchSettings, { body })).toMatchObject(refused);
    const whole = { ...body, main_logo_url: '', nav_logo_url: '', smtp_encryption: 'None' } as const;
    expect(await admin.try(putSettings, { body: whole })).toMatchObject(refused);
  }
  expect(await admin.call(getSettings, {})).toEqual(defaults);
});

test('switches the VPN module off and on: its calls are refused, all others are not', async ({ server, replica }) => {
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  const program = await givenProgram(server, admin, { scopes: ['read'] });
  const elsewhere = createCaller(replica.url, admin.cookie);
  const ofModule = () =>
    Promise.all([
      admin.try(listLocations, {}),
      elsewhere.try(listDevices, {}),
      program.try(listAllGateways, {}),
      una.try(listUserDevices, { params: { username: una.username } }),
    ]);
  const statuses = async () => (await ofModule()).map(({ status }) => status);
  await server.given.location();
  const { device } = await server.given.device(una);
  expect(await statuses()).toEqual([200, 200, 200, 200]);

  await admin.call(patchSettings, { body: { wireguard_enabled: false } });
  expect(await ofModule()).toMatchObject(Array(4).fill({ status: 403, body: { code: 'module_disabled' } }));
  // rights first: other users do not learn more than before
  expect(await una.try(listLocations, {})).toMatchObject({ status: 403, body: { code: 'access_denied' } });
  expect(await admin.call(getUser, { params: { username: una.username } })).toMatchObject({ devices: [] });
  expect(await elsewhere.call(getEssentials, {})).toMatchObject({ wireguard_enabled: false });
  expect(await latestEntry(server, 'settings_updated_partial')).toMatchObject({ username: admin.username });

  await admin.call(patchSettings, { body: { wireguard_enabled: true } });
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const { devices } = await admin.call(getUser, { params: { username: una.username } });
  expect(devices).toMatchObject([{ name: device.name }]);
});

test('the download page of the client is an address on the web', async ({ server }) => {
  const admin = await server.given.admin();
  const set = async (client_download_url: string) =>
    (await admin.try(patchSettings, { body: { client_download_url } })).status;
  for (const good of ['https://example.com', ' http://vpn-1.example.com:8443/get?os=linux#top ', '']) {
    expect([good, await set(good)]).toEqual([good, 200]);
  }
  for (const bad of [
    ...['javascript:alert(1)', 'data:text/html,x', 'https://', 'https://?', 'https://#', 'https://a b', 'example.com'],
    ...['https://"><script>', 'https://user:pw@example.com', 'https://\u0430.example', 'https://[::', '//example.com'],
  ]) {
    expect([bad, await set(bad)]).toEqual([bad, 422]);
  }
});

test('hides webhooks in the console only: their calls are answered', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { webhooks_enabled: false } });
  expect(await server.stranger().call(getEssentials, {})).toMatchObject({ webhooks_enabled: false });
  expect(await admin.try(listWebhooks, {})).toMatchObject({ status: 200 });
});

test('tells the console the default view of locations', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { default_location_view: 'list' } });
  const { password_reset_url: _, ...shown } = await server.stranger().call(getEssentials, {});
  expect(shown).toEqual({ ...essentials, default_location_view: 'list' });
});

test('accepts unchanged values of features that do not exist yet, as forms send them', async ({ server }) => {
  const admin = await server.given.admin();
  const flags = { openid_enabled: true, wireguard_enabled: true, webhooks_enabled: true, worker_enabled: true };
  const global = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '', ...flags, license: '' };
  await admin.call(patchSettings, { body: global });
  await admin.call(patchSettings, { body: { ldap_enabled: null, ldap_sync_interval: 300 } });
  expect(await admin.call(getSettings, {})).toEqual({ ...defaults, instance_name: 'Office' });
});

test("restores the product's name and logos with any number in the path, and leaves the rest unchanged", async ({
  server,
}) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { ...smtp, instance_name: 'Office', main_logo_url: '/logo.svg' } });
  const returned = await admin.call(restoreBranding, { params: { id: '7' } });
  expect(returned).toEqual({ ...defaults, ...smtp });
  expect(await admin.call(getSettings, {})).toEqual(returned);
  expect((await server.events()).at(-1)).toMatchObject({
    type: 'settings.branding-restored',
    payload: { before: { instance_name: 'Office' }, after: { instance_name: 'Gatewarden' } },
  });
  expect((await admin.send('PUT', '/settings/x')).status).toBe(400);
});

test('publishes no event when nothing changed', async ({ server }) => {
  const admin = await server.given.admin();
  const body = { ...smtp, smtp_password: 'first', instance_name: 'Office' };
  await admin.call(patchSettings, { body });
  const before = await server.events();
  await admin.call(patchSettings, { body });
  await admin.call(putSettings, { body: { ...body, main_logo_url: '', nav_logo_url: '' } });
  expect(await server.events()).toHaveLength(before.length);
  await admin.call(patchSettings, { body: { smtp_password: 'second' } });
  expect(await server.events()).toHaveLength(before.length + 1);
});

test('sends the stored password to no other mail server, not even in two steps', async ({ server }) => {
  const admin = await server.given.admin();
  const change = async (body: SettingsChange) => (await admin.try(patchSettings, { body })).status;
  await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'kept' } });
  expect(await change({ smtp_port: 587, smtp_user: 'other' })).toBe(200);
  const answer = await admin.try(patchSettings, { body: { smtp_server: 'elsewhere.example.com' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'smtp_password_needed', field: 'smtp_password' } });
  expect(await change({ smtp_server: '' })).toBe(200);
  expect(await change({ smtp_server: 'elsewhere.example.com' })).toBe(400);
  expect(await change({ smtp_server: 'elsewhere.example.com', smtp_password: 'its own' })).toBe(200);
});

test('clears SMTP settings with empty texts', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: smtp });
  const cleared = { smtp_server: '', smtp_port: 587, smtp_encryption: 'None', smtp_user: '', smtp_sender: '' } as const;
  await admin.call(patchSettings, { body: { ...cleared, smtp_password: '' } });
  expect(await admin.call(getSettings, {})).toEqual({ ...defaults, ...cleared });
  expect(await admin.call(getInfo, {})).toMatchObject({ smtp_enabled: false });
});

test('accepts a replacement by what it returned, without nulls, and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'kept' } });
  const returned = await admin.call(getSettings, {});
  const withoutNulls = Object.fromEntries(Object.entries(returned).filter(([, value]) => value !== null));
  const answer = await admin.try(putSettings, { body: withoutNulls as typeof returned });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect(await admin.call(getSettings, {})).toEqual(returned);
});

test('clears what a replacement leaves out, except the password', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { ...smtp, smtp_password: 'kept' } });
  const body = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '', smtp_encryption: 'None' } as const;
  await admin.call(putSettings, { body });
  expect(await admin.call(getSettings, {})).toEqual({
    ...defaults,
    instance_name: 'Office',
    smtp_encryption: 'None',
    smtp_password_set: true,
  });
});

test('leaves modules and views unchanged that a replacement leaves out', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { wireguard_enabled: false, default_location_view: 'list' } });
  const body = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '', smtp_encryption: 'None' } as const;
  await admin.call(putSettings, { body });
  expect(await admin.call(getSettings, {})).toMatchObject({
    instance_name: 'Office',
    wireguard_enabled: false,
    default_location_view: 'list',
  });
});

test('sets when administrators are mailed about gateways, with a threshold from one minute to a day', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const changed = {
    gateway_disconnect_notifications_enabled: true,
    gateway_disconnect_notifications_inactivity_threshold: 10,
    gateway_disconnect_notifications_reconnect_notification_enabled: true,
  };
  for (const field of ['enabled', 'reconnect_notification_enabled']) {
    const body = { [`gateway_disconnect_notifications_${field}`]: true };
    expect(await admin.try(patchSettings, { body })).toMatchObject({
      status: 400,
      body: { code: 'smtp_not_configured' },
    });
  }
  for (const minutes of [0, 1_441, 1.5]) {
    const body = { gateway_disconnect_notifications_inactivity_threshold: minutes };
    expect(await admin.try(patchSettings, { body })).toMatchObject({ status: 422 });
  }
  await admin.call(patchSettings, { body: { ...smtp, ...changed } });
  expect(await admin.call(getSettings, {})).toMatchObject(changed);
});

test('refuses settings with notifications that could not be sent', async ({ server }) => {
  const admin = await server.given.admin();
  const changed = { ...smtp, gateway_disconnect_notifications_enabled: true };
  await server.database.query('update settings set changed = $1', [JSON.stringify(changed)]);
  expect(await admin.try(patchSettings, { body: { smtp_server: '' } })).toMatchObject({
    status: 400,
    body: { code: 'smtp_not_configured', msg: 'SMTP is not configured' },
  });
  expect(await admin.call(getSettings, {})).toEqual({ ...defaults, ...changed });
});
