import { addAccessRule, deleteAccessRule, deployAccess, listAccessRules } from '@gatewarden/contract/access';
import { listActivity } from '@gatewarden/contract/activity-log';
import { addApiToken, listApiTokens } from '@gatewarden/contract/api-tokens';
import { getMe } from '@gatewarden/contract/auth';
import { Capability } from '@gatewarden/contract/gateway/v1';
import { getHome } from '@gatewarden/contract/home';
import { getEnterpriseInfo, getInfo } from '@gatewarden/contract/info';
import { getLicence, inspectLicence } from '@gatewarden/contract/licence';
import { maskedLicense } from '@gatewarden/contract/licence.settings';
import { licensedFeatures } from '@gatewarden/contract/licensed-features';
import { deleteLocation, listLocations, updateLocation } from '@gatewarden/contract/locations';
import { listNotices } from '@gatewarden/contract/notices';
import {
  getEnterpriseSettings,
  getSettings,
  patchEnterpriseSettings,
  patchSettings,
  putSettings,
} from '@gatewarden/contract/settings';
import { parseAddress } from '@gatewarden/net/address';
import { expect, inject, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import { createCaller } from '../../../test/caller.ts';
import { isForwarded } from '../../../test/gateway-state/decide-applied.ts';
import { ruleBody } from '../../../test/given/access.ts';
import { givenIssuer } from '../../../test/given/licence-issuer.ts';
import { locationBody } from '../../../test/given/network.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { runJob } from '../../../test/run-job.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';

const issuer = await givenIssuer();
const issuers = [issuer.trusted];
const endOf = (server: TestServer, days: number) =>
  new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
const claims = { lic_id: 'lic-1', customer: 'Example Ltd', type: 'offline' } as const;

/** Whether the gateway forwards a connection of the device to the address that the rule allows. */
function reaches({ state }: Pick<TestGateway, 'state'>, { publicKey }: { readonly publicKey: string }): boolean {
  const destination = parseAddress('10.20.0.1');
  if (!state || !destination || !state.peers.has(publicKey)) return false;
  return isForwarded(state.firewall, publicKey, { destination, protocol: 6, port: 443 });
}

const body = (license: string) => ({ body: { license } });
const exceedFreeLimits = (server: TestServer) =>
  Promise.all([0, 1, 2, 3, 4].map((number) => server.given.user({ username: `extra${number}` })));

it('needs no license by default: every feature is enabled, and a key is refused', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await exceedFreeLimits(server);
  expect(await admin.call(getLicence, {})).toMatchObject({
    state: 'not_needed',
    enabled_features: licensedFeatures,
    usage: [],
    license: null,
  });
  expect((await admin.call(getInfo, {})).license_info).toMatchObject({ enterprise: true, any_limit_exceeded: false });
  expect(await admin.call(getEnterpriseInfo, {})).toEqual({ license_info: null });
  const key = await issuer.issue(claims);
  expect(await admin.try(patchSettings, body(key))).toMatchObject({
    status: 403,
    body: { code: 'license_not_needed', field: 'license', msg: 'This build needs no license' },
  });
  expect(await admin.call(inspectLicence, body(key))).toEqual({
    reason: 'license_not_needed',
    license: null,
    issuer: null,
  });
  // as forms send it that have none
  await admin.call(patchSettings, { body: { instance_name: 'Office', license: '' } });
  expect(await admin.call(getSettings, {})).toMatchObject({ instance_name: 'Office', license: null });
});

it('stores a key that it accepts, shows what it states, and removes it with an empty text', async () => {
  await using server = await startTestServer({ issuers });
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const elsewhere = createCaller(replica.url, admin.cookie);
  const user = await server.given.user();
  const limits = { users: 50, devices: 100, locations: 5 };
  const key = await issuer.issue({ ...claims, type: 'subscription', valid_until: endOf(server, 90), limits });

  expect(await admin.call(inspectLicence, body(`${key}\n`))).toMatchObject({
    reason: null,
    license: claims.lic_id && { customer: 'Example Ltd' },
    issuer: 'Test issuer',
  });
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'none', is_free: true, license: null });
  await admin.call(patchSettings, body(`\n${key}\n`));
  expect(await admin.call(getLicence, {})).toMatchObject({
    state: 'active',
    is_free: false,
    issuer: 'Test issuer',
    license: { lic_id: 'lic-1', customer: 'Example Ltd', type: 'subscription', valid_until: endOf(server, 90) },
    usage: [
      { kind: 'users', count: 2, limit: 50, exceeded: false },
      { kind: 'devices', count: 0, limit: 100, includes_network_devices: true },
      { kind: 'locations', count: 0, limit: 5 },
      { kind: 'network_devices', count: 0, limit: null },
    ],
    renewal: { automatic: false, attempted_at: null, error: null },
  });
  await expect.poll(async () => (await elsewhere.call(getLicence, {})).state).toBe('active');
  expect(await user.call(getEnterpriseInfo, {})).toEqual({
    license_info: { valid_until: endOf(server, 90), subscription: true, expired: false, limits_exceeded: false },
  });
  expect(await user.call(getInfo, {})).toMatchObject({ license_info: { enterprise: true, is_enterprise_free: false } });

  // the key is a secret, and clients may send back what they read
  const { settings_from_environment: _, ...settings } = await admin.call(getSettings, {});
  expect(settings.license).toBe(maskedLicense);
  await admin.call(patchSettings, body(maskedLicense));
  await admin.call(patchSettings, { body: { license: null } });
  const whole = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '', smtp_encryption: 'None' } as const;
  for (const license of [undefined, null, maskedLicense])
    await admin.call(putSettings, { body: { ...whole, ...(license !== undefined && { license }) } });
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'active' });
  const stored = JSON.stringify([
    await server.events(),
    await server.query('select * from activity_entry'),
    await server.query('select * from settings'),
  ]);
  for (const text of [stored, server.logged()]) expect(text).not.toContain(key.slice(0, 60));

  await admin.call(patchSettings, body(''));
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'none', license: null });
  expect(await admin.call(getEnterpriseInfo, {})).toEqual({ license_info: null });
  const { data } = await admin.call(listActivity, { query: { event: ['license_stored', 'license_removed'] } });
  expect(data).toMatchObject([
    { event: 'license_removed', username: admin.username },
    { event: 'license_stored', username: admin.username, description: expect.stringContaining('lic-1 of Example Ltd') },
  ]);
});

it('refuses keys with the reason, stores none of them, and changes no other setting', async () => {
  await using server = await startTestServer({ issuers });
  const admin = await server.given.admin();
  const good = await issuer.issue(claims);
  const [header = '', payload = '', signature = ''] = good.split('.');
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const altered = encode({ ...claims, customer: 'Another Ltd' });
  const other = await givenIssuer();
  const refused: [string, number, string][] = [
    ['not a key', 400, 'license_undecodable'],
    [`${header}.${altered}.${signature}`, 400, 'license_signature_invalid'],
    [`${header}.${payload}.${signature.replace(/^.{4}/, 'AAAA')}`, 400, 'license_signature_invalid'],
    [await other.issue(claims), 400, 'license_issuer_unknown'],
    [`${encode({ alg: 'none' })}.${payload}.`, 400, 'license_algorithm_refused'],
    [`${encode({ alg: 'HS256', kid: issuer.trusted.kid })}.${payload}.${signature}`, 400, 'license_algorithm_refused'],
    [await issuer.sign({ ...claims, type: 'trial' }), 400, 'license_malformed'],
    [await issuer.issue({ ...claims, valid_until: endOf(server, -1) }), 403, 'license_expired'],
    [await issuer.issue({ ...claims, type: 'subscription', valid_until: endOf(server, -15) }), 403, 'license_expired'],
  ];
  for (const [license, status, code] of refused) {
    const answer = await admin.try(patchSettings, { body: { instance_name: 'Office', license } });
    expect([license, answer]).toMatchObject([
      license,
      { status, body: { code, field: 'license', msg: expect.any(String) } },
    ]);
    expect(await admin.call(inspectLicence, body(license))).toMatchObject({ reason: code });
  }
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'none' });
  expect(await admin.call(getSettings, {})).toMatchObject({ instance_name: 'Gatewarden', license: null });
});

it('judges a license by the latest time that it has seen, until an operator accepts the clock', async () => {
  await using server = await startTestServer({ issuers });
  const admin = await server.given.admin();
  const key = await issuer.issue({ ...claims, valid_until: endOf(server, 10) });
  await admin.call(patchSettings, body(key));
  server.clock.advance({ hours: 11 * 24 });
  await runJob(server, 'licence.check');
  await expect.poll(() => server.query(`select state from licence`)).toEqual([{ state: 'expired' }]);
  server.clock.advance({ hours: -11 * 24 });
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'expired', clock_set_back: true });
  await admin.call(patchSettings, body(''));
  expect(await admin.try(patchSettings, body(key))).toMatchObject({
    status: 403,
    body: { code: 'license_clock_set_back', field: 'license' },
  });
  // one that is valid at that time too
  await admin.call(patchSettings, body(await issuer.issue({ ...claims, valid_until: endOf(server, 20) })));
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'active', clock_set_back: true });

  const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: inject('started').secretKey };
  expect(await runAdmin(['licence', 'accept-clock'], environment)).toMatchObject({ code: 0 });
  await expect.poll(() => admin.call(getLicence, {})).toMatchObject({ state: 'active', clock_set_back: false });
});

it('refuses to add and change licensed features beyond the limits, and never takes away what exists', async () => {
  await using server = await startTestServer({ issuers });
  const admin = await server.given.admin();
  const user = await server.given.user();
  const location = await server.given.location({ acl_enabled: true });
  const laptop = await server.given.device(user);
  const printers = await server.given.deployedRule({ name: 'Printers' });
  const { token } = await admin.call(addApiToken, { params: { username: admin.username }, body: { name: 'CI' } });
  await using gateway = await server.connectGateway(location, { capabilities: [Capability.FIREWALL] });
  await gateway.until((each) => reaches(each, laptop));
  await admin.call(patchEnterpriseSettings, { body: { disable_all_traffic: true } });

  await exceedFreeLimits(server);
  const { license_info } = await admin.call(getInfo, {});
  expect(license_info).toEqual({
    enterprise: false,
    limits_exceeded: { user: true, device: false, wireguard_network: false, network_device: false },
    any_limit_exceeded: true,
    is_enterprise_free: false,
  });
  await runJob(server, 'licence.check');
  await expect
    .poll(() => server.query('select are_features_enabled from licence'))
    .toEqual([{ are_features_enabled: false }]);

  // people stay signed in, tokens are accepted, the gateway stays connected with the same peers and rules
  expect((await user.try(getMe, {})).status).toBe(200);
  const program = createCaller(server.url, undefined, token);
  expect((await program.try(listLocations, {})).status).toBe(200);
  const phone = await server.given.device(user);
  await gateway.until((each) => reaches(each, phone) && reaches(each, laptop));
  const [shown] = await admin.call(listAccessRules, {});
  expect(shown).toMatchObject({ name: 'Printers', state: 'Applied' });
  expect(await admin.call(getEnterpriseSettings, {})).toMatchObject({ disable_all_traffic: true });

  const refused = (feature: string) => ({ status: 403, body: { code: 'enterprise_required', details: { feature } } });
  const { id } = printers;
  expect(await admin.try(addAccessRule, { body: { ...ruleBody(), priority: 2 } })).toMatchObject(
    refused('access_rules'),
  );
  expect(await admin.try(addApiToken, { params: { username: admin.username }, body: { name: 'More' } })).toMatchObject(
    refused('api_tokens'),
  );
  expect(await admin.try(patchEnterpriseSettings, { body: { only_client_activation: true } })).toMatchObject(
    refused('restrictions'),
  );
  expect(await admin.try(patchSettings, { body: { ldap_enabled: true } })).toMatchObject(refused('ldap'));
  expect(await admin.try(patchSettings, { body: { openid_username_handling: 'PruneEmailDomain' } })).toMatchObject(
    refused('identity_providers'),
  );
  expect(await admin.try(patchSettings, { body: { scim_manages_admins: true } })).toMatchObject(refused('scim'));
  const change = locationBody(1, { name: 'Office', acl_enabled: true });
  const params = { id: String(location.id) };
  expect(await admin.try(updateLocation, { params, body: { ...change, location_mfa_mode: 'external' } })).toMatchObject(
    refused('external_mfa'),
  );

  // other settings and the same values of licensed ones are saved, and what grants access can be removed
  await admin.call(updateLocation, { params, body: change });
  await admin.call(patchSettings, {
    body: { instance_name: 'Office', ldap_enabled: false, scim_manages_admins: false },
  });
  await admin.call(patchEnterpriseSettings, { body: { disable_all_traffic: false } });
  expect(await admin.call(getEnterpriseSettings, {})).toMatchObject({ disable_all_traffic: false });
  expect(await admin.call(listApiTokens, { params: { username: admin.username } })).toHaveLength(1);
  await admin.call(deleteAccessRule, { params: { id: String(id) } });
  const pending = (await admin.call(listAccessRules, {})).find(({ parent_id }) => parent_id === id);
  await admin.call(deployAccess, { body: { rules: [pending?.id ?? 0], aliases: [] } });
  await gateway.until((each) => !reaches(each, laptop));
  expect(await admin.call(listAccessRules, {})).toEqual([]);

  // a license enables them again
  await admin.call(patchSettings, body(await issuer.issue({ ...claims, entitlements: ['ldap'] })));
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'active', enabled_features: ['ldap'] });
  await admin.call(patchSettings, { body: { ldap_url: 'ldaps://ldap.example.com' } });
  expect(await admin.try(addApiToken, { params: { username: admin.username }, body: { name: 'More' } })).toMatchObject(
    refused('api_tokens'),
  );
  await admin.call(patchSettings, body(await issuer.issue(claims)));
  await admin.call(addApiToken, { params: { username: admin.username }, body: { name: 'More' } });
  await admin.call(deleteLocation, { params });
});

it('notices expiry after the grace period without a call, and tells administrators before', async () => {
  await using server = await startTestServer({ issuers });
  const first = await server.given.admin();
  await exceedFreeLimits(server);
  await first.call(
    patchSettings,
    body(await issuer.issue({ ...claims, type: 'subscription', valid_until: endOf(server, 40) })),
  );
  const shown = async () => {
    const admin = await server.given.signedIn(first.username);
    const { attention } = await admin.call(getHome, {});
    const notices = await admin.call(listNotices, {});
    const { license_info } = await admin.call(getEnterpriseInfo, {});
    return {
      attention: attention
        .filter(({ kind }) => kind === 'license')
        .map(({ severity, details }) => [severity, details['state']]),
      notices: notices.filter(({ kind }) => kind === 'license').map(({ details }) => details['state']),
      expired: license_info?.expired,
      state: (await admin.call(getLicence, {})).state,
    };
  };
  await runJob(server, 'licence.check');
  await expect.poll(() => server.query('select state from licence')).toEqual([{ state: 'active' }]);
  expect(await shown()).toEqual({ attention: [], notices: [], expired: false, state: 'active' });
  server.clock.advance({ hours: 11 * 24 });
  expect(await shown()).toEqual({
    attention: [['warning', 'ends_soon']],
    notices: ['ends_soon'],
    expired: false,
    state: 'active',
  });
  server.clock.advance({ hours: 30 * 24 });
  expect(await shown()).toEqual({
    attention: [['warning', 'grace']],
    notices: ['grace'],
    expired: false,
    state: 'grace',
  });
  server.clock.advance({ hours: 14 * 24 });
  expect(await shown()).toEqual({
    attention: [['danger', 'expired']],
    notices: ['expired'],
    expired: true,
    state: 'expired',
  });
  await runJob(server, 'licence.check');
  await expect.poll(() => server.query('select state from licence')).toEqual([{ state: 'expired' }]);
  const admin = await server.given.signedIn(first.username);
  const { data } = await admin.call(listActivity, { query: { event: 'license_state_changed' } });
  expect(data).toMatchObject([
    { username: null, description: 'active → expired' },
    { username: null, description: 'none → active' },
    { username: null, description: 'licensed features off' },
  ]);
});

it('renews a subscription within a day of its end, and keeps the old key when that fails', async () => {
  await using receiver = await startReceiver();
  const renewing = await givenIssuer({ renewalUrl: `${receiver.url}/renew` });
  const other = await givenIssuer({ name: 'Other issuer' });
  await using server = await startTestServer({
    issuers: [renewing.trusted, other.trusted],
    environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1' },
  });
  const first = await server.given.admin();
  const subscription = { ...claims, type: 'subscription' } as const;
  const old = await renewing.issue({ ...subscription, valid_until: endOf(server, 3) });
  await first.call(patchSettings, body(old));
  const renewal = async () => (await (await server.given.signedIn(first.username)).call(getLicence, {})).renewal;
  const outcome = async () => (await server.query('select renewal_error as error from licence'))[0]?.['error'];
  await runJob(server, 'licence.renew');
  await runJob(server, 'licence.check');
  await expect.poll(() => server.query('select state from licence')).toEqual([{ state: 'active' }]);
  expect(receiver.received).toEqual([]);
  expect(await renewal()).toEqual({ automatic: true, attempted_at: null, error: null });

  server.clock.advance({ hours: 50 });
  const answers: [number, string, string][] = [
    [403, '', 'status 403'],
    [200, 'text', 'no license'],
    [200, JSON.stringify({ license: 'not a key' }), 'license_undecodable'],
    [
      200,
      JSON.stringify({ license: await other.issue({ ...subscription, valid_until: endOf(server, 90) }) }),
      'another issuer',
    ],
    [
      200,
      JSON.stringify({
        license: await renewing.issue({ ...subscription, lic_id: 'lic-2', valid_until: endOf(server, 90) }),
      }),
      'another lic_id',
    ],
    [200, JSON.stringify({ license: old }), 'does not end later'],
  ];
  for (const [index, [status, content, error]] of answers.entries()) {
    receiver.answer(status, content);
    await runJob(server, 'licence.renew');
    await receiver.waitFor(index + 1);
    expect(await outcome()).toEqual(expect.stringContaining(error));
    server.clock.advance({ hours: 1 });
  }
  expect(receiver.received[0]).toMatchObject({ path: '/renew', body: JSON.stringify({ license: old }) });
  const admin = await server.given.signedIn(first.username);
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'active', license: { lic_id: 'lic-1' } });
  const failures = await admin.call(listActivity, { query: { event: 'license_renewal_failed' } });
  expect(failures.data).toHaveLength(1);

  const renewed = endOf(server, 365);
  receiver.answer(200, JSON.stringify({ license: await renewing.issue({ ...subscription, valid_until: renewed }) }));
  await runJob(server, 'licence.renew');
  await expect.poll(async () => (await admin.call(getLicence, {})).license?.valid_until).toBe(renewed);
  expect(await renewal()).toMatchObject({ error: null });
  const { data } = await admin.call(listActivity, { query: { event: 'license_renewed' } });
  expect(data).toMatchObject([{ username: null, description: expect.stringContaining(renewed) }]);
});

it('reports a stored key that this build no longer accepts', async () => {
  await using server = await startTestServer({ issuers });
  const admin = await server.given.admin();
  await exceedFreeLimits(server);
  await admin.call(patchSettings, body(await issuer.issue(claims)));
  // an operator with access to the database cannot replace the key either: it is encrypted
  await server.query(`update secret set value = set_byte(value, 40, get_byte(value, 40) # 1) where kind = 'license'`);
  server.clock.advance({ minutes: 6 });
  expect(await admin.call(getLicence, {})).toMatchObject({
    state: 'invalid',
    reason: 'license_undecodable',
    enabled_features: [],
  });
  expect(await admin.call(getEnterpriseInfo, {})).toEqual({ license_info: null });
  await admin.call(patchSettings, body(await issuer.issue(claims)));
  expect(await admin.call(getLicence, {})).toMatchObject({ state: 'active' });
});
