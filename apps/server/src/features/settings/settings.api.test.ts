import { signIn } from '@gatewarden/contract/auth';
import { getEnterpriseSettings, getEssentials, getSettings, patchSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { startTestServer } from '../../../test/harness.ts';

const essentials = {
  instance_name: 'Gatewarden',
  main_logo_url: '/svg/gatewarden-logo.svg',
  nav_logo_url: '/svg/gatewarden-nav-logo.svg',
  wireguard_enabled: true,
  webhooks_enabled: true,
  worker_enabled: true,
  openid_enabled: true,
};

// Interface reference §7.5, with our own brand
const defaults = {
  ...essentials,
  challenge_template: '',
  smtp_server: null,
  smtp_port: null,
  smtp_encryption: 'StartTls',
  smtp_user: null,
  smtp_password: null,
  smtp_sender: null,
  enrollment_vpn_step_optional: true,
  enrollment_welcome_message: null,
  enrollment_welcome_email: null,
  enrollment_welcome_email_subject: null,
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
};

it('has the documented defaults on a fresh instance', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  expect(await admin.call(getSettings, {})).toEqual(defaults);
});

it('tells everybody the essentials and nothing else', async () => {
  await using server = await startTestServer();
  // what an instance may have later: a secret that must not come along
  await server.database.query(`update settings set changed = '{"smtp_password": "canary", "instance_name": "Office"}'`);
  expect(await server.stranger().call(getEssentials, {})).toEqual({ ...essentials, instance_name: 'Office' });
});

it('restricts nothing on a fresh instance', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  expect(await user.call(getEnterpriseSettings, {})).toEqual({
    admin_device_management: false,
    disable_all_traffic: false,
    only_client_activation: false,
  });
});

it('changes what is given, on every replica; absent and null leave a setting', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
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
  expect(await replica.stranger().call(getEssentials, {})).toEqual({ ...essentials, ...changed });
  expect(await admin.call(getSettings, {})).toEqual({ ...defaults, ...changed });

  await admin.call(patchSettings, { body: { main_logo_url: '', nav_logo_url: '', instance_name: 'Gatewarden' } });
  expect(await admin.call(getSettings, {})).toEqual(defaults);
  expect(await server.database.query('select changed from settings')).toEqual([{ changed: {} }]);
});

it('keeps both of two changes at once', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'root', password } });
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

it('says what changed and by whom, without secrets', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.database.query(
    `update settings set changed = '{"smtp_password": "canary", "ldap_bind_password": "canary", "license": "canary"}'`,
  );
  await admin.call(patchSettings, { body: { instance_name: 'Office' } });
  const event = (await server.events()).at(-1);
  expect(event).toMatchObject({
    type: 'settings.modified',
    username: 'root',
    payload: { before: { instance_name: 'Gatewarden' }, after: { instance_name: 'Office' } },
  });
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
] as const;

it.each(refused)('refuses %s of %j and changes nothing', async (field, value) => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const answer = await admin.try(patchSettings, { body: { instance_name: 'Changed', [field]: value } });
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input', field } });
  expect(await admin.call(getSettings, {})).toEqual(defaults);
});
