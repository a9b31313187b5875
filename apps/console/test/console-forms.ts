import { listAccessAliases, listAccessRules, listRuleHits } from '@gatewarden/contract/access';
import { listAccessTests, runAccessTests } from '@gatewarden/contract/access-tests';
import { listActivityStreams } from '@gatewarden/contract/activity-streams';
import { listApiTokens } from '@gatewarden/contract/api-tokens';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getLocationUsage } from '@gatewarden/contract/devices';
import { listEdges } from '@gatewarden/contract/edges';
import { getLastStop, listSuspended } from '@gatewarden/contract/emergency-stop';
import { getGatewayToken, listGatewayRefusals, listGateways } from '@gatewarden/contract/gateways';
import { listGroupNames, listGroups } from '@gatewarden/contract/groups';
import { listProviders } from '@gatewarden/contract/identity-providers';
import { getLicence } from '@gatewarden/contract/licence';
import { previewLocationImport } from '@gatewarden/contract/location-import';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { startEmail, startTotp } from '@gatewarden/contract/mfa';
import {
  checkNetworkDeviceIps,
  listNetworkDevices,
  suggestNetworkDeviceIps,
} from '@gatewarden/contract/network-devices';
import { getOpenidIssuer, listOpenidApps } from '@gatewarden/contract/openid-apps';
import { getScimStatus, listScimRequests, listScimTokens } from '@gatewarden/contract/scim';
import { getSettings } from '@gatewarden/contract/settings';
import { getSetup } from '@gatewarden/contract/setup';
import { listSnatBindings } from '@gatewarden/contract/snat';
import { getSupportOverview } from '@gatewarden/contract/support';
import { getTrafficStorage } from '@gatewarden/contract/traffic-history';
import { getUser, listUsers, type UserInfo } from '@gatewarden/contract/users';
import { getWebhook, listWebhookDeliveries, listWebhooks } from '@gatewarden/contract/webhooks';
import { getProvisionerListener, listProvisioners, listYubikeys } from '@gatewarden/contract/yubikeys';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { given } from './given.ts';
import { givenAccess } from './given-access.ts';
import { givenApps } from './given-apps.ts';
import { givenDelivery } from './given-delivery.ts';
import { givenPreview } from './given-import.ts';
import { givenLicence } from './given-licence.ts';
import { givenNetwork } from './given-network.ts';
import { givenProviders } from './given-providers.ts';
import { givenScim } from './given-scim.ts';
import { givenSettings } from './given-settings.ts';
import { givenYubikeys } from './given-yubikeys.ts';
import { respond } from './respond.ts';
import { server } from './server.ts';

export interface FormRoute {
  /** File of the form, relative to `src`. */
  form: string;
  path: string;
  /** The signed-in user; absent: an administrator; null: signed out. */
  me?: UserInfo | null;
  /** Pixels of a window that shows the column with the form; absent: the default. */
  width?: number;
  /** Names of buttons, menu items and checkboxes that lead to the form; a colon precedes text for a field. */
  steps?: string[];
  /** Label of a field that is typed into, or of a checkbox that is checked. */
  field: string | RegExp;
  text?: string;
  /** Valid values of the fields, by label, as far as the form needs others than the text above. */
  fill?: Readonly<Record<string, string>>;
  /** Option of the field to choose instead of typing. */
  choose?: string;
  /** Text that the form loads for the values. */
  shows?: string;
  /** Name of the button that submits; absent: the one of the form. */
  button?: string;
  /** False: it sends nothing. */
  sends?: false;
  /** What it sends changes nothing. */
  onlyReads?: true;
}

export const ada = given.admin();
const una = given.user();

/** Meets every rule of passwords. */
const password = 'Correct-horse-7';

export const formRoutes: FormRoute[] = [
  { form: 'ui/rename-form.tsx', path: '/me/keys', steps: ['Actions for Deploy', 'Rename'], field: 'Name' },
  {
    form: 'features/access/forms/alias-dialog.tsx',
    path: '/access-rules/aliases',
    steps: ['Add alias'],
    field: 'Name',
  },
  {
    form: 'features/access/forms/explain-form.tsx',
    path: '/access-rules/explain',
    steps: ['User or', 'Ada', 'Location', 'Warsaw'],
    field: 'Destination address',
    text: '10.0.5.9',
    sends: false,
  },
  {
    form: 'features/access/forms/test-dialog.tsx',
    path: '/access-rules/tests',
    steps: ['Add test'],
    field: 'Name',
  },
  { form: 'features/access/forms/rule-form.tsx', path: '/access-rules/1', field: 'Name' },
  { form: 'features/api-tokens/forms/add-token-dialog.tsx', path: '/me/keys', steps: ['Create token'], field: 'Name' },
  {
    form: 'features/auth-keys/forms/add-key-dialog.tsx',
    path: '/me/keys',
    steps: ['Add key'],
    field: 'Public key',
    fill: { 'Public key': given.authKey().key, Name: 'Laptop' },
  },
  {
    form: 'features/auth/forms/sign-in-form.tsx',
    path: '/sign-in',
    me: null,
    field: 'Username or email',
    fill: { Password: 'Secret-1' },
  },
  {
    form: 'features/devices/components/edit-device-dialog.tsx',
    path: '/me',
    steps: ['Actions for Laptop', 'Edit'],
    field: /^Description/,
  },
  { form: 'features/devices/forms/new-device-form.tsx', path: '/me/devices/new', field: 'Name' },
  {
    form: 'features/enrollment/forms/issue-token-dialog.tsx',
    path: '/users/ada',
    steps: ['Actions for Ada Lovelace', 'Activate a client'],
    field: 'Email',
    fill: { Email: 'other@example.com' },
  },
  {
    form: 'features/enrollment/forms/enrollment-settings-form.tsx',
    path: '/settings/enrollment',
    field: 'Subject',
    fill: { Message: 'Welcome' },
  },
  {
    form: 'features/gateways/components/core-address-form.tsx',
    path: '/locations/1/gateways',
    field: 'Server address for gateways',
    sends: false,
  },
  { form: 'features/groups/screens/add-group-screen.tsx', path: '/groups/new', field: 'Name' },
  { form: 'features/groups/forms/edit-group-form.tsx', path: '/groups/2/settings', field: 'Name' },
  {
    form: 'features/groups/forms/add-members-dialog.tsx',
    path: '/groups/2',
    steps: ['Add people'],
    field: /^Bob/,
  },
  {
    form: 'features/groups/forms/add-locations-dialog.tsx',
    path: '/groups/2/locations',
    steps: ['Add locations'],
    field: /^Oslo/,
    shows: 'Oslo: no one gains access.',
  },
  { form: 'features/groups/forms/user-groups-form.tsx', path: '/users/bob/groups', field: /^Staff/ },
  { form: 'features/locations/forms/new-location-form.tsx', path: '/locations/new/manual', field: 'Name' },
  {
    form: 'features/locations/screens/import-location-screen.tsx',
    path: '/locations/new/import',
    steps: ['Or paste the text:x', 'Check file', 'Continue'],
    field: 'Name',
    button: 'Continue',
    onlyReads: true,
  },
  { form: 'features/locations/forms/edit-location-form.tsx', path: '/locations/1/settings', field: 'Name' },
  {
    form: 'features/locations/forms/edit-access-form.tsx',
    path: '/locations/1/access',
    steps: ['Only these groups'],
    field: 'Groups',
    choose: 'Staff',
    onlyReads: true,
  },
  {
    form: 'features/mfa/components/totp-dialog.tsx',
    path: '/me/security',
    steps: ['Set up'],
    field: '6-digit code',
    fill: { '6-digit code': '123456' },
  },
  {
    form: 'features/mfa/components/email-dialog.tsx',
    path: '/me/security',
    steps: ['Set up codes by email'],
    field: '6-digit code',
    fill: { '6-digit code': '123456' },
  },
  {
    form: 'features/mfa/components/add-key-dialog.tsx',
    path: '/me/security',
    steps: ['Add security key or passkey'],
    field: 'Name',
  },
  {
    form: 'features/mfa/components/reauthentication-form.tsx',
    path: '/me/security',
    steps: ['Set up'],
    field: 'Password',
  },
  {
    form: 'features/users/components/change-password-dialog.tsx',
    path: '/me/security',
    steps: ['Change password'],
    field: 'Current password',
    fill: { 'New password': password },
  },
  {
    form: 'features/profile/components/set-own-password-dialog.tsx',
    path: '/me/security',
    me: given.user({ has_password: false, webauthn_enabled: true }),
    steps: ['Set a password'],
    field: 'New password',
    fill: { 'New password': password },
  },
  {
    form: 'features/profile/forms/own-phone-form.tsx',
    path: '/me/account',
    me: una,
    field: /^Phone/,
    fill: { 'Phone (optional)': '+48 123 456 789' },
  },
  {
    form: 'features/settings/forms/general-form.tsx',
    path: '/settings',
    field: /^Logo at sign-in/,
    fill: { 'Logo at sign-in (optional)': '/logo.svg' },
  },
  { form: 'features/settings/forms/mail-form.tsx', path: '/settings/mail', field: /^Server/ },
  {
    form: 'features/settings/forms/ldap-form.tsx',
    path: '/settings/ldap',
    field: /^Server address/,
    text: 'ldaps://ldap.example.com',
  },
  {
    form: 'features/settings/forms/test-mail-form.tsx',
    path: '/settings/mail',
    field: 'Send to',
    onlyReads: true,
    fill: { 'Send to': 'ada@example.com' },
  },
  {
    form: 'features/settings/forms/security-form.tsx',
    path: '/settings/security',
    field: /^Ask again after/,
    text: '17',
  },
  {
    form: 'features/settings/forms/enterprise-form.tsx',
    path: '/settings/enterprise',
    field: /^Only administrators manage devices/,
  },
  {
    form: 'features/support/components/send-support-data.tsx',
    path: '/support',
    field: 'Recipient',
    onlyReads: true,
    fill: { Recipient: 'help@example.com' },
  },
  { form: 'features/licence/components/key-form.tsx', path: '/settings/enterprise', field: 'Key' },
  {
    form: 'features/identity-providers/forms/new-accounts-form.tsx',
    path: '/settings/openid',
    field: /^Create an account/,
  },
  {
    form: 'features/identity-providers/forms/provider-dialog.tsx',
    path: '/settings/openid',
    steps: ['Actions for Keycloak', 'Edit'],
    field: 'Client ID',
  },
  {
    form: 'features/identity-providers/forms/directory-dialog.tsx',
    path: '/settings/openid',
    steps: ['Actions for Okta', 'Directory sync'],
    field: 'Client ID for directory sync',
    fill: { 'Private key (JWK)': '{{"kty":"RSA","n":"n","e":"AQAB","d":"d"}' },
  },
  {
    form: 'features/setup/forms/first-admin-form.tsx',
    path: '/setup?token=right',
    me: null,
    field: 'First name',
    fill: { Email: 'ada@example.com', Username: 'ada', Password: password },
  },
  {
    form: 'features/users/forms/add-user-dialog.tsx',
    path: '/users',
    steps: ['Add user'],
    field: 'First name',
    fill: { Email: 'eve@example.com', Username: 'eve' },
  },
  {
    form: 'features/settings/forms/notifications-form.tsx',
    path: '/settings/notifications',
    field: 'When a gateway is disconnected',
  },
  {
    form: 'features/settings/forms/retention-form.tsx',
    path: '/settings/traffic',
    field: 'Traffic by the day',
    text: '500',
  },
  {
    form: 'features/scim/forms/behavior-form.tsx',
    path: '/settings/scim',
    field: 'Limit of removals per hour',
    text: '20',
  },
  {
    form: 'features/edges/forms/add-edge-dialog.tsx',
    path: '/settings/edges',
    steps: ['Add edge'],
    field: 'Address for your server',
    fill: { 'Address for your server': 'edge.example.com:50055' },
  },
  { form: 'features/scim/forms/add-token-dialog.tsx', path: '/settings/scim', steps: ['Create token'], field: 'Name' },
  {
    form: 'features/scim/forms/rotate-token-dialog.tsx',
    path: '/settings/scim',
    steps: ['Actions for Entra', 'Rotate'],
    field: 'Previous secret works for',
    text: '48',
  },
  {
    form: 'features/snat/forms/binding-dialog.tsx',
    path: '/locations/1/public-addresses',
    steps: ['Add public address', 'User', 'Ada'],
    field: 'Public address',
    text: '203.0.113.7',
  },
  {
    form: 'features/openid-apps/forms/new-app-form.tsx',
    path: '/applications/new',
    field: 'Name',
    text: 'Wiki',
    steps: ['Machine'],
  },
  {
    form: 'features/openid-apps/forms/access-form.tsx',
    path: '/applications/wiki/access',
    field: /^Require two-factor/,
  },
  {
    form: 'features/openid-apps/forms/tokens-form.tsx',
    path: '/applications/wiki/tokens',
    field: 'Access tokens',
    text: '15',
  },
  {
    form: 'features/openid-apps/forms/app-settings-form.tsx',
    path: '/applications/wiki/settings',
    field: /^Description/,
  },
  {
    form: 'features/webhooks/forms/new-webhook-form.tsx',
    path: '/webhooks/new',
    steps: ['User created'],
    field: 'Description',
    fill: { URL: 'https://tickets.example.com', Token: 'secret' },
  },
  {
    form: 'features/webhooks/forms/webhook-settings-form.tsx',
    path: '/webhooks/1/settings',
    field: 'Description',
  },
  {
    form: 'features/yubikeys/forms/provision-form.tsx',
    path: '/users/bob',
    steps: ['Actions for Bob Stone', 'Add YubiKey'],
    field: 'Provisioner',
    choose: 'Reception',
  },
  {
    form: 'features/delivery/forms/replay-dialog.tsx',
    path: '/webhooks/1',
    steps: ['Send again from'],
    field: 'From',
    text: '2020-01-31T12:00',
  },
  {
    form: 'features/activity-streams/forms/stream-dialog.tsx',
    path: '/settings/streams',
    steps: ['Actions for Vault', 'Edit'],
    field: 'Name',
  },
  {
    form: 'features/network-devices/forms/new-network-device-form.tsx',
    path: '/network-devices/new',
    steps: ['Location', 'Warsaw'],
    field: 'Name',
    shows: 'A free address of 10.1.0.0/24',
  },
  {
    form: 'features/network-devices/forms/edit-network-device-dialog.tsx',
    path: '/network-devices',
    steps: ['Actions for Printer', 'Edit'],
    field: 'Name',
  },
  { form: 'features/users/forms/user-details-form.tsx', path: '/users/bob?edit=true', field: 'First name' },
  {
    form: 'features/users/components/set-password-dialog.tsx',
    path: '/users/bob',
    steps: ['Actions for Bob Stone', 'Change password'],
    field: 'New password',
    fill: { 'New password': password },
  },
  {
    form: 'features/users/components/enable-user-dialog.tsx',
    path: '/users/bob',
    steps: ['Actions for Bob Stone', 'Enable account'],
    field: /^New password/,
    fill: { 'New password (optional)': password },
  },
  {
    form: 'features/users/bulk/assign-groups-dialog.tsx',
    path: '/users',
    steps: ['Select Bob Stone', 'Add to groups'],
    field: /^Staff/,
  },
  {
    form: 'features/users/forms/edit-name.tsx',
    path: '/users',
    steps: ['Edit the name of Bob Stone'],
    field: 'First name',
  },
  {
    form: 'features/users/forms/edit-groups.tsx',
    path: '/users',
    width: 1440,
    steps: ['Edit the groups of Bob Stone'],
    field: 'Groups',
  },
  {
    form: 'features/users/import/file-input.tsx',
    path: '/import/users',
    field: 'Or paste the text',
    button: 'Preview',
    onlyReads: true,
  },
];

/** Serves data that differs in the second version, as after a change by another administrator. */
export function serveVersions(): { change: () => void } {
  let version = 1;
  const changed = (text: string) => (version === 1 ? text : `${text} ${version}`);
  const bob = () =>
    given.user({
      ...{ id: 7, username: 'bob', first_name: 'Bob', last_name: changed('Stone'), email: `bob${version}@example.com` },
      ...{ is_active: false, phone: `+1 555 ${version}` },
    });
  const groups = () => [
    given.group({ name: 'admin', is_admin: true, members: ['ada'] }),
    given.group({ id: 2, name: 'Staff', members: version === 1 ? [] : ['zoe'], vpn_locations: ['Seoul'] }),
    given.group({ id: 3, name: changed('Guests') }),
  ];
  const location = () => givenNetwork.location({ name: changed('Warsaw'), port: 51_820 + version });
  const oslo = givenNetwork.location({ id: 2, name: 'Oslo', address: ['10.2.0.1/24'], allowed_groups: ['admin'] });
  let me = ada;
  server.use(
    respond(getUser, ({ params }) => {
      const user = params.username === 'bob' ? bob() : { ...me, phone: `+1 555 ${version}` };
      return given.details(user, [given.device({ description: changed('Old') })]);
    }),
    respond(listUsers, () => [ada, bob()]),
    respond(listSuspended, []),
    respond(getLastStop, () => ({
      ...{ at: '2030-01-31T12:00:00', by: 'rosa', sessions: version, tokens: 0, devices: 1, keys: 1 },
      ...{ authenticator_removed: false, recovery_codes: 0 },
    })),
    respond(listGroups, groups),
    respond(listGroupNames, () => ({ groups: groups().map(({ name }) => name) })),
    respond(listLocations, () => [location(), oslo]),
    respond(getLocation, ({ params }) => (Number(params.id) === oslo.id ? oslo : location())),
    respond(getLocationUsage, () => ({ users: version, user_devices: version, network_devices: 0 })),
    respond(listGateways, []),
    respond(listGatewayRefusals, []),
    respond(getGatewayToken, {
      token: 'gwj_local',
      grpc_url: 'https://localhost:50055',
      loopback: true,
      package: null,
    }),
    respond(listAccessRules, () => [givenAccess.rule({ name: changed('Intranet') })]),
    respond(listRuleHits, []),
    respond(listAccessAliases, () => [givenAccess.alias({ name: changed('Databases') })]),
    respond(listAccessTests, () => [givenAccess.test({ name: changed('Payroll') })]),
    respond(runAccessTests, []),
    respond(listOpenidApps, () => [givenApps.app({ client_id: 'wiki', description: changed('Old') })]),
    respond(getOpenidIssuer, givenApps.provider()),
    respond(listYubikeys, () => [givenYubikeys.yubikey({ name: changed('Blue') })]),
    respond(listProvisioners, () => [givenYubikeys.provisioner(), givenYubikeys.provisioner({ id: 'Reception' })]),
    respond(getProvisionerListener, givenYubikeys.listener()),
    respond(listWebhooks, () => [givenDelivery.webhook({ url: `https://tickets${version}.example.com/` })]),
    respond(getWebhook, () =>
      givenDelivery.webhook({
        url: `https://tickets${version}.example.com/`,
        state: givenDelivery.failing({ waiting: 41 + version }),
      }),
    ),
    respond(listWebhookDeliveries, { data: [], next: null }),
    respond(listActivityStreams, () => [
      givenDelivery.stream({ state: givenDelivery.failing({ waiting: 41 + version }) }),
      givenDelivery.stream({ id: 2, name: changed('Other') }),
    ]),
    respond(listNetworkDevices, () => [givenNetwork.networkDevice({ description: changed('Old') })]),
    respond(getTrafficStorage, {
      ...{ bytes: 1_000_000, expected_bytes: null, detail_bytes_per_day: null, history_bytes_per_day: null },
    }),
    respond(listSnatBindings, () => [givenNetwork.snatBinding()]),
    respond(suggestNetworkDeviceIps, [givenNetwork.splitIp()]),
    respond(checkNetworkDeviceIps, [{ available: true, valid: true }]),
    respond(listApiTokens, () => [given.apiToken(), given.apiToken({ id: 2, name: changed('Other') })]),
    respond(listProviders, () => ({
      providers: [
        givenProviders.provider({ display_name: changed('Company') }),
        givenProviders.provider({ id: 2, name: 'Okta', kind: 'okta', okta_dirsync_client_id: changed('0oa') }),
      ],
      redirect_uris: [],
    })),
    respond(listAuthKeys, () => [given.authKey({ name: changed('Key') })]),
    respond(startTotp, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
    respond(startEmail, null),
    respond(getSupportOverview, {
      ...{ support_email: null, smtp_enabled: true, log_files_enabled: true, log_bytes: 1_000 },
    }),
    respond(getLicence, () => givenLicence({ state: 'none', issuer: null, license: null, grace_until: null })),
    respond(getSettings, () =>
      givenSettings({
        ...{ smtp_server: `mail${version}.example.com`, smtp_port: 465, smtp_sender: 'vpn@example.com' },
        ...{ main_logo_url: `/logo-${version}.svg`, reauthentication_minutes: 14 + version },
        ...{ openid_create_account: false },
      }),
    ),
    respond(getScimStatus, () => givenScim.status({ last_hour: version })),
    respond(listEdges, () => [given.edge({ hostname: changed('edge-1') })]),
    respond(listScimTokens, () => [givenScim.token(), givenScim.token({ id: 2, name: changed('Okta') })]),
    respond(listScimRequests, { requests: [], next: null }),
    respond(previewLocationImport, givenPreview()),
    respond(getSetup, { required: true, token_valid: true }),
  );
  return {
    change: () => {
      version += 1;
      me = { ...ada, last_name: changed('Lovelace') };
    },
  };
}

const targets = 'button, [role="menuitem"], input[type="checkbox"], input[type="radio"]';
/** Considered after these: options of filters have the names of actions. */
const choices = '[role="combobox"], [role="option"]';

/** Queries by role would compute the role of every element of a page again for each step, which takes seconds. */
function findTarget(step: string): HTMLElement {
  const elements = [targets, choices].flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)]);
  const target = elements.find((element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
    return (element.ariaLabel ?? label)?.startsWith(step);
  });
  if (!target) throw new Error(`nothing is named ${step}`);
  return target;
}

export async function follow(user: UserEvent, step: string): Promise<void> {
  const [label = '', text] = step.split(':');
  if (text !== undefined) return user.type(await screen.findByLabelText(label), text);
  await user.click(await waitFor(() => findTarget(step)));
}
