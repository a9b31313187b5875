import type { UserInfo } from '@gatewarden/contract/users';
import { given } from './given.ts';

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
