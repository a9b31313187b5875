import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listApiTokens } from '@gatewarden/contract/api-tokens';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getLocationUsage } from '@gatewarden/contract/devices';
import { getLastStop, listSuspended } from '@gatewarden/contract/emergency-stop';
import { getGatewayToken, listGatewayRefusals, listGateways } from '@gatewarden/contract/gateways';
import { listGroupNames, listGroups } from '@gatewarden/contract/groups';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { startEmail, startTotp } from '@gatewarden/contract/mfa';
import { getSettings } from '@gatewarden/contract/settings';
import { getSetup } from '@gatewarden/contract/setup';
import { getUser, listUsers, type UserInfo } from '@gatewarden/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { given } from '../../test/given.ts';
import { givenNetwork } from '../../test/given-network.ts';
import { givenSettings } from '../../test/given-settings.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { refuse, respond } from '../../test/respond.ts';
import { server } from '../../test/server.ts';

interface FormRoute {
  /** File of the form, relative to `src`. */
  form: string;
  path: string;
  /** The signed-in user; absent: an administrator; null: signed out. */
  me?: UserInfo | null;
  /** Names of buttons, menu items and checkboxes that lead to the form; a colon precedes text for a field. */
  steps?: string[];
  /** Label of a field that is typed into, or of a checkbox that is checked. */
  field: string | RegExp;
  text?: string;
}

const ada = given.admin();
const una = given.user();

const formRoutes: FormRoute[] = [
  { form: 'ui/rename-dialog.tsx', path: '/me/keys', steps: ['Actions for Deploy', 'Rename'], field: 'Name' },
  { form: 'features/api-tokens/forms/add-token-dialog.tsx', path: '/me/keys', steps: ['Create token'], field: 'Name' },
  { form: 'features/auth-keys/forms/add-key-dialog.tsx', path: '/me/keys', steps: ['Add key'], field: 'Public key' },
  { form: 'features/auth/forms/sign-in-form.tsx', path: '/sign-in', me: null, field: 'Username or email' },
  {
    form: 'features/devices/components/edit-device-dialog.tsx',
    path: '/me',
    steps: ['Actions for Laptop', 'Edit'],
    field: /^Description/,
  },
  { form: 'features/devices/forms/new-device-form.tsx', path: '/me/devices/new', field: 'Name' },
  {
    form: 'features/gateways/components/core-address-form.tsx',
    path: '/locations/1/gateways',
    field: 'Server address for gateways',
  },
  { form: 'features/groups/screens/add-group-screen.tsx', path: '/groups/new', field: 'Name' },
  { form: 'features/groups/forms/edit-group-form.tsx', path: '/groups/2/settings', field: 'Name' },
  {
    form: 'features/groups/forms/add-members-dialog.tsx',
    path: '/groups/2',
    steps: ['Add people'],
    field: /^Bob/,
  },
  { form: 'features/groups/forms/user-groups-form.tsx', path: '/users/bob/groups', field: /^Staff/ },
  { form: 'features/locations/forms/new-location-form.tsx', path: '/locations/new', field: 'Name' },
  { form: 'features/locations/forms/edit-location-form.tsx', path: '/locations/1/settings', field: 'Name' },
  { form: 'features/locations/forms/edit-access-form.tsx', path: '/locations/1/access', field: /^Groups/ },
  { form: 'features/mfa/components/totp-dialog.tsx', path: '/me/security', steps: ['Set up'], field: '6-digit code' },
  {
    form: 'features/mfa/components/email-dialog.tsx',
    path: '/me/security',
    steps: ['Set up codes by email'],
    field: '6-digit code',
  },
  {
    form: 'features/mfa/components/add-key-dialog.tsx',
    path: '/me/security',
    steps: ['Add security key or passkey'],
    field: 'Name',
  },
  {
    form: 'features/mfa/components/reauthentication-dialog.tsx',
    path: '/me/security',
    steps: ['Set up'],
    field: 'Password',
  },
  {
    form: 'features/users/components/change-password-dialog.tsx',
    path: '/me/security',
    steps: ['Change password'],
    field: 'Current password',
  },
  {
    form: 'features/profile/components/set-own-password-dialog.tsx',
    path: '/me/security',
    me: given.user({ has_password: false, webauthn_enabled: true }),
    steps: ['Set a password'],
    field: 'New password',
  },
  { form: 'features/profile/forms/own-phone-form.tsx', path: '/me/account', me: una, field: /^Phone/ },
  { form: 'features/settings/forms/general-form.tsx', path: '/settings', field: /^Logo at sign-in/ },
  { form: 'features/settings/forms/mail-form.tsx', path: '/settings/mail', field: /^Server/ },
  { form: 'features/settings/forms/test-mail-form.tsx', path: '/settings/mail', field: 'Send to' },
  {
    form: 'features/settings/forms/security-form.tsx',
    path: '/settings/security',
    field: /^Ask again after/,
    text: '17',
  },
  { form: 'features/setup/forms/first-admin-form.tsx', path: '/setup?token=right', me: null, field: 'First name' },
  { form: 'features/users/forms/add-user-dialog.tsx', path: '/users', steps: ['Add user'], field: 'First name' },
  { form: 'features/users/forms/user-details-form.tsx', path: '/users/bob?edit=true', field: 'First name' },
  {
    form: 'features/users/components/set-password-dialog.tsx',
    path: '/users/bob',
    steps: ['Actions for Bob Stone', 'Change password'],
    field: 'New password',
  },
  {
    form: 'features/users/components/enable-user-dialog.tsx',
    path: '/users/bob',
    steps: ['Actions for Bob Stone', 'Enable account'],
    field: /^New password/,
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
    steps: ['Edit the groups of Bob Stone'],
    field: 'Groups',
  },
  { form: 'features/users/import/file-input.tsx', path: '/import/users', field: 'Or paste the text' },
];

/** Serves data that differs in the second version, as after a change by another administrator. */
function serveVersions(): { change: () => void } {
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
    respond(listLocations, () => [location()]),
    respond(getLocation, location),
    respond(getLocationUsage, () => ({ users: version, user_devices: version, network_devices: 0 })),
    respond(listGateways, []),
    respond(listGatewayRefusals, []),
    respond(getGatewayToken, { token: 'gwj_local', grpc_url: 'https://localhost:50055', loopback: true }),
    respond(listApiTokens, () => [given.apiToken(), given.apiToken({ id: 2, name: changed('Other') })]),
    respond(listAuthKeys, () => [given.authKey({ name: changed('Key') })]),
    respond(startTotp, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
    respond(startEmail, null),
    respond(getSettings, () =>
      givenSettings({
        ...{ smtp_server: `mail${version}.example.com`, smtp_port: 465, smtp_sender: 'vpn@example.com' },
        ...{ main_logo_url: `/logo-${version}.svg`, reauthentication_minutes: 14 + version },
      }),
    ),
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

/** Queries by role would compute the role of every element of a page again for each step, which takes seconds. */
function findTarget(step: string): HTMLElement {
  const target = [...document.querySelectorAll<HTMLElement>(targets)].find((element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
    return (element.ariaLabel ?? label)?.startsWith(step);
  });
  if (!target) throw new Error(`nothing is named ${step}`);
  return target;
}

async function follow(user: ReturnType<typeof renderRoute>['user'], step: string): Promise<void> {
  const [label = '', text] = step.split(':');
  if (text !== undefined) return user.type(await screen.findByLabelText(label), text);
  await user.click(await waitFor(() => findTarget(step)));
}

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
});

describe('a refetch retains what was entered', () => {
  it.each(formRoutes)('in $form', async ({ form, path, me = ada, steps = [], field, text = 'typed' }) => {
    const data = serveVersions();
    if (form.endsWith('reauthentication-dialog.tsx')) server.use(refuse(startTotp, 403, 'proof_required'));
    const { user, queryClient } = renderRoute(path, me ? { me } : {});
    for (const step of steps) await follow(user, step);
    const input = await screen.findByLabelText<HTMLInputElement>(field, { selector: 'input,textarea' });
    const isCheckbox = input.type === 'checkbox';
    if (isCheckbox) {
      await user.click(input);
    } else {
      await user.clear(input);
      await user.type(input, text);
    }
    data.change();
    await act(() => queryClient.invalidateQueries());
    const after = screen.getByLabelText(field, { selector: 'input,textarea' });
    if (isCheckbox) expect(after).toBeChecked();
    else expect(after).toHaveDisplayValue(new RegExp(`^${text}\\b`));
  });
});

/** Contains the forms of all pages of the settings, which are listed instead. */
const settingsForm = 'features/settings/components/settings-form.tsx';

it('covers every form', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const forms = files.filter(
    (file) =>
      /(?<!\.test)\.tsx$/.test(file) &&
      / = useZodForm|<SettingsForm/.test(readFileSync(join(source, file), 'utf8')) &&
      file !== settingsForm,
  );
  const covered = formRoutes.map(({ form }) => form);
  expect(forms.filter((file) => !covered.includes(file))).toEqual([]);
  expect(covered.filter((form) => !files.includes(form))).toEqual([]);
});
