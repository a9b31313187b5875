import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffAccess, listAccessRules } from '@gatewarden/contract/access';
import { listSessions } from '@gatewarden/contract/auth';
import { getDeviceConfig } from '@gatewarden/contract/devices';
import { getDirectorySync, getDirectorySyncRun, listDirectorySyncRuns } from '@gatewarden/contract/directory-sync';
import { listEdges } from '@gatewarden/contract/edges';
import { listSuspended } from '@gatewarden/contract/emergency-stop';
import { listInvitations } from '@gatewarden/contract/enrollment';
import { listGateways } from '@gatewarden/contract/gateways';
import { getGroup, listGroups } from '@gatewarden/contract/groups';
import { listExternalIdentities, listProviders } from '@gatewarden/contract/identity-providers';
import { getLdapExport } from '@gatewarden/contract/ldap-export';
import { getLicence } from '@gatewarden/contract/licence';
import { listLocationSessions } from '@gatewarden/contract/location-mfa';
import { previewAccess } from '@gatewarden/contract/locations';
import { startTotp } from '@gatewarden/contract/mfa';
import { listNotices } from '@gatewarden/contract/notices';
import { listAuthorizedApps } from '@gatewarden/contract/openid-apps';
import { getScimStatus } from '@gatewarden/contract/scim';
import { getEssentials, getSettings } from '@gatewarden/contract/settings';
import { listAllDevices } from '@gatewarden/contract/traffic';
import { getUser, listUsers, type UserInfo } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../test/browser-stubs.ts';
import { follow } from '../../test/follow-step.ts';
import { type FormRoute, formRoutes } from '../../test/form-routes.ts';
import { given } from '../../test/given.ts';
import { givenAccess } from '../../test/given-access.ts';
import { givenApps } from '../../test/given-apps.ts';
import { givenLdapExport } from '../../test/given-ldap-export.ts';
import { givenLicence } from '../../test/given-licence.ts';
import { givenNetwork } from '../../test/given-network.ts';
import { givenProviders } from '../../test/given-providers.ts';
import { givenScim } from '../../test/given-scim.ts';
import { givenSettings } from '../../test/given-settings.ts';
import { givenSyncRun } from '../../test/given-sync.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { refuse, respond } from '../../test/respond.ts';
import { ada, serveVersions } from '../../test/serve-versions.ts';
import { server } from '../../test/server.ts';
import { apiBase } from '../lib/path-of.ts';

const answers = {
  503: { code: 'database_unavailable', outcome: 'The change may have been made. Check before you try again.' },
  409: { code: 'password_changed_meanwhile', outcome: 'Nothing was changed.' },
} as const;
const statuses = [503, 409] as const;

/** Refuses every change from now on, and returns their addresses. */
function refuseChanges(): string[] {
  const sent: string[] = [];
  const answer = ({ request }: { request: Request }) => {
    const status = statuses[sent.length] ?? 409;
    sent.push(new URL(request.url).pathname.slice(apiBase.length));
    return HttpResponse.json({ code: answers[status].code, msg: 'x' }, { status });
  };
  server.use(...[http.post, http.put, http.patch, http.delete].map((method) => method(`*${apiBase}/*`, answer)));
  return sent;
}

/** Two clicks before React can render anything in between. */
function clickTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}

/**
 * Clicks twice: one change is sent, and beside the button stands why it failed and whether anything was changed. Then
 * again, as a failure does not lock the form.
 */
async function expectOneChangeEach(button: () => HTMLElement, onlyReads = false): Promise<void> {
  const sent = refuseChanges();
  for (const [index, status] of statuses.entries()) {
    await waitFor(() => expect(button()).toBeEnabled());
    clickTwice(button());
    await waitFor(() => expect(sent.length).toBeGreaterThan(index));
    const [address = ''] = sent;
    const place = button().closest<HTMLElement>('[role="dialog"], form, main');
    if (!place) throw new Error('the button is in no form');
    // a failed sign-in never changes anything
    const outcome = onlyReads || address.startsWith('/auth') ? /^(The server|Your password)/ : answers[status].outcome;
    await within(place).findByText(outcome);
    expect(sent).toEqual(Array.from({ length: index + 1 }, () => address));
  }
}

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
});

type User = ReturnType<typeof renderRoute>['user'];

/** Fills in valid values, and returns the form. */
async function fillIn(user: User, { field, text = 'typed', fill = {}, choose, shows }: FormRoute) {
  const input = await screen.findByLabelText<HTMLInputElement>(field, { selector: 'input,textarea' });
  if (choose !== undefined) {
    await user.click(input);
    await user.click(await screen.findByRole('option', { name: choose }));
  } else if (input.type === 'checkbox') {
    await user.click(input);
  } else {
    await user.clear(input);
    await user.type(input, text);
  }
  for (const [label, value] of Object.entries(fill)) {
    const other = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input,textarea' });
    await user.clear(other);
    await user.type(other, value);
  }
  // what it loads must not count as a change
  if (shows !== undefined) await screen.findByText(shows);
  return input.form;
}

describe('a form that is submitted twice at once sends one change', () => {
  it.each(formRoutes.filter(({ sends }) => sends !== false))('in $form', async (route) => {
    serveVersions();
    const { form, path, me = ada, width, steps = [], button, onlyReads } = route;
    if (width) setWindowWidth(width);
    if (form.endsWith('reauthentication-form.tsx')) server.use(refuse(startTotp, 403, 'proof_required'));
    const { user } = renderRoute(path, me ? { me } : {});
    for (const step of steps) await follow(user, step);
    const filled = await fillIn(user, route);
    const submit = () => filled?.querySelector<HTMLElement>('button[type="submit"]') ?? screen.getByText('no button');
    await expectOneChangeEach(button ? () => screen.getByRole('button', { name: button }) : submit, onlyReads);
  });
});

interface Confirmation {
  /** File of the dialog, relative to `src`. */
  dialog: string;
  path: string;
  /** The signed-in user; absent: an administrator. */
  me?: UserInfo;
  /** As of the forms. */
  steps: string[];
  /** Text that confirms. */
  type?: string;
  /** Name of the button that confirms; absent: the one of the form in the dialog. */
  button?: string;
  serve?: HttpHandler[];
}

const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone', email: 'bob@example.com' });
const protectedAda = given.admin({ mfa_enabled: true, totp_enabled: true, email_mfa_enabled: true });
const withPasskey = given.user({ webauthn_enabled: true });
const yellow = {
  ...{ id: 3, name: 'Yellow key', created: '2030-01-31T12:00:00', last_used: null, suspended_at: null },
  ...{ is_passkey: false, is_synced: false },
};
const session = { id: 1, device: 'Firefox', ip: '10.0.0.1', is_current: true, created_at: '2030-01-31T12:00:00' };
const used = { ...session, last_used_at: '2030-01-31T12:00:00' };
const suspended = {
  ...{ user_id: 7, username: 'bob', kind: 'ssh' as const, id: 1, name: 'Laptop', fingerprint: null },
  ...{ added_at: '2030-01-31T12:00:00', suspended_at: '2030-01-31T12:00:00' },
};
const serveBob = (changes: Partial<UserInfo> = {}) => respond(getUser, given.details({ ...bob, ...changes }));
const invitation = {
  ...{ id: 5, user_id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone', email: 'bob@example.com' },
  ...{
    account_email: 'bob@example.com',
    issued_by: 'ada',
    issued_by_name: 'Ada Lovelace',
    issued_at: '2030-01-31T12:00:00',
    expires_at: '2030-02-01T12:00:00',
    started_at: null,
  },
};
const staff = given.group({ id: 2, name: 'Staff', members: ['ada', 'bob'] });
const everyone = respond(listUsers, [given.admin(), bob]);
const gateway = (connected: boolean) => [respond(listGateways, [givenNetwork.gateway({ connected })])];
const bobMenu = 'Actions for Bob Stone';

const ldapSync = {
  ...({ source: 'ldap', kind: 'ldap', name: 'LDAP' } as const),
  ...{ is_enabled: false, is_configured: false, interval_seconds: 300, next_run_at: null, linked_users: 0 },
  ...{ linked_groups: 0, last: null, current: null },
};

const completeLdap = {
  ...{ ldap_url: 'ldaps://ldap.example.com', ldap_bind_username: 'cn=gatewarden', ldap_bind_password_set: true },
  ...{ ldap_user_search_base: 'ou=users', ldap_group_search_base: 'ou=groups', ldap_user_obj_class: 'inetOrgPerson' },
  ...{ ldap_group_obj_class: 'groupOfUniqueNames', ldap_username_attr: 'uid', ldap_groupname_attr: 'cn' },
  ...{ ldap_group_member_attr: 'uniqueMember', ldap_member_attr: 'memberOf' },
};

const confirmations: Confirmation[] = [
  {
    dialog: 'features/access/components/deploy-dialog.tsx',
    path: '/access-rules',
    serve: [
      respond(listAccessRules, [givenAccess.rule({ state: 'New', status: 'new' })]),
      respond(diffAccess, { changes: [], change_count: 0 }),
    ],
    steps: ['Deploy 1 change'],
  },
  {
    dialog: 'features/access/use-remove-rule.tsx',
    path: '/access-rules',
    serve: [respond(listAccessRules, [givenAccess.rule({ name: 'Build', state: 'New', status: 'new' })])],
    steps: ['Actions for the rule Build', 'Delete new rule'],
  },
  {
    dialog: 'features/directory-sync/components/confirm-run.tsx',
    path: '/settings/directory/run/5',
    serve: [
      respond(getDirectorySyncRun, givenSyncRun({ state: 'waiting', guard: 'first_run' })),
      respond(getDirectorySync, ldapSync),
    ],
    steps: ['Confirm and apply'],
  },
  {
    dialog: 'features/ldap-export/components/confirm-writing.tsx',
    path: '/settings/ldap',
    serve: [
      respond(getSettings, givenSettings({ ...completeLdap, ldap_sync_enabled: true })),
      respond(getLdapExport, givenLdapExport({ state: 'off' })),
    ],
    steps: ['Use LDAP', 'Save changes'],
  },
  {
    dialog: 'features/ldap-export/components/take-over.tsx',
    path: '/settings/directory',
    serve: [
      respond(getLdapExport, givenLdapExport({ managed_users: 1 })),
      respond(getDirectorySync, ldapSync),
      respond(listDirectorySyncRuns, []),
    ],
    steps: ['Manage here…', 'Manage here'],
  },
  {
    dialog: 'features/settings/components/delete-traffic-dialog.tsx',
    path: '/settings/traffic',
    steps: ['Traffic of devices by the hour:{Control>}a{/Control}25', 'Save changes'],
  },
  {
    dialog: 'features/settings/components/ssh-keys-token.tsx',
    path: '/settings/security',
    serve: [respond(getSettings, givenSettings({ ssh_authorized_keys_token_set: true }))],
    steps: ['Remove token'],
  },
  {
    dialog: 'features/settings/components/restore-branding.tsx',
    path: '/settings',
    serve: [respond(getEssentials, given.essentials({ instance_name: 'Office' }))],
    steps: ['Restore defaults'],
  },
  {
    dialog: 'features/licence/components/key-panel.tsx',
    path: '/settings/enterprise',
    serve: [respond(getLicence, givenLicence())],
    steps: ['Remove key'],
  },
  {
    dialog: 'features/access/components/location-review.tsx',
    path: '/locations/1/access',
    serve: [respond(diffAccess, { changes: [], change_count: 0 })],
    steps: ['Enforce access rules', 'Save changes'],
  },
  {
    dialog: 'features/access/screens/tests-screen.tsx',
    path: '/access-rules/tests',
    steps: ['Actions for the test Payroll', 'Delete'],
  },
  {
    dialog: 'features/access/screens/aliases-screen.tsx',
    path: '/access-rules/aliases',
    steps: ['Actions for the alias Databases', 'Delete'],
  },
  {
    dialog: 'features/api-tokens/components/delete-token-dialog.tsx',
    path: '/me/keys',
    steps: ['Actions for Deploy', 'Delete'],
  },
  {
    dialog: 'features/identity-providers/components/delete-provider-dialog.tsx',
    path: '/settings/openid',
    steps: ['Actions for Keycloak', 'Delete'],
  },
  {
    dialog: 'features/identity-providers/components/turn-off-dialog.tsx',
    path: '/settings/openid',
    steps: ['Actions for Keycloak', 'Edit', 'Offer on the sign-in page', 'Save'],
    // the dialog of the provider has one that submits
    button: 'Turn off',
  },
  {
    dialog: 'features/identity-providers/components/unlink-dialog.tsx',
    path: '/me/security',
    serve: [respond(listExternalIdentities, [givenProviders.identity()])],
    steps: ['Actions for Keycloak', 'Remove link'],
  },
  {
    dialog: 'features/identity-providers/components/unlink-user-dialog.tsx',
    path: '/users/bob',
    serve: [
      respond(listExternalIdentities, [givenProviders.identity()]),
      respond(listProviders, { providers: [givenProviders.provider()], redirect_uris: [] }),
    ],
    steps: ['Remove link to Keycloak'],
  },
  {
    dialog: 'features/edges/components/remove-edge-dialog.tsx',
    path: '/settings/edges',
    // a colon separates the text for a field
    serve: [respond(listEdges, [given.edge({ address: 'edge' })])],
    steps: ['Actions for edge', 'Remove'],
  },
  {
    dialog: 'features/edges/components/rotate-token-dialog.tsx',
    path: '/settings/edges',
    // a colon separates the text for a field
    serve: [respond(listEdges, [given.edge({ address: 'edge' })])],
    steps: ['Actions for edge', 'Replace token'],
  },
  {
    dialog: 'features/scim/components/delete-token-dialog.tsx',
    path: '/settings/scim',
    steps: ['Actions for Entra', 'Delete'],
  },
  {
    dialog: 'features/scim/components/stopped-removals.tsx',
    path: '/settings/scim',
    serve: [respond(getScimStatus, givenScim.status({ stopped_at: '2030-01-31T12:00:00' }))],
    steps: ['Allow for an hour'],
  },
  {
    dialog: 'features/auth-keys/components/delete-key-dialog.tsx',
    path: '/me/keys',
    steps: ['Actions for Key', 'Delete'],
  },
  {
    dialog: 'features/enrollment/components/password-reset-dialog.tsx',
    path: '/users/bob',
    serve: [serveBob()],
    steps: [bobMenu, 'Send password reset'],
  },
  {
    dialog: 'features/enrollment/components/resend-dialog.tsx',
    path: '/enrollment',
    serve: [respond(listInvitations, [invitation])],
    steps: ['Actions for the invitation of Bob Stone', 'Resend'],
  },
  {
    dialog: 'features/enrollment/components/withdraw-dialog.tsx',
    path: '/enrollment',
    serve: [respond(listInvitations, [invitation])],
    steps: ['Actions for the invitation of Bob Stone', 'Withdraw'],
  },
  {
    dialog: 'features/enrollment/components/invite-people-dialog.tsx',
    path: '/users',
    serve: [respond(listUsers, [given.admin(), { ...bob, has_password: false }])],
    steps: ['Select Bob Stone', 'Invite'],
  },
  {
    dialog: 'features/users/components/delete-user-dialog.tsx',
    path: '/users/bob',
    steps: [bobMenu, 'Delete user'],
    type: 'bob',
  },
  {
    dialog: 'features/users/components/disable-user-dialog.tsx',
    path: '/users/bob',
    serve: [serveBob()],
    steps: [bobMenu, 'Disable account'],
  },
  {
    dialog: 'features/users/components/sign-in-change-dialog.tsx',
    path: '/users/bob?edit=true',
    steps: ['Username:2', 'Save'],
    button: 'Change and save',
  },
  {
    dialog: 'features/users/bulk/disable-users-dialog.tsx',
    path: '/users',
    serve: [everyone],
    steps: ['Select Bob Stone', 'Disable'],
  },
  {
    dialog: 'features/users/bulk/enable-users-dialog.tsx',
    path: '/users',
    serve: [respond(listSuspended, [suspended])],
    steps: ['Select Bob Stone', 'Enable'],
  },
  {
    dialog: 'features/users/bulk/delete-users-dialog.tsx',
    path: '/users',
    steps: ['Select Bob Stone', 'Delete'],
    type: '1',
  },
  {
    dialog: 'features/locations/components/access-change-dialog.tsx',
    path: '/locations/1/access',
    steps: ['Only these groups', 'Groups', 'Staff', 'Save changes'],
    serve: [respond(previewAccess, { people_lost: 2, people_gained: 0, devices_lost: 3, devices_connected: 1 })],
  },
  {
    dialog: 'features/locations/components/delete-location-dialog.tsx',
    path: '/locations/1/settings',
    steps: ['Actions for Warsaw', 'Delete location'],
    type: 'Warsaw',
  },
  {
    dialog: 'features/profile/components/remove-password-dialog.tsx',
    path: '/me/security',
    me: withPasskey,
    steps: ['Remove password'],
  },
  {
    dialog: 'features/mfa/components/replace-recovery-codes.tsx',
    path: '/me/security',
    me: protectedAda,
    steps: ['Create new codes'],
  },
  { dialog: 'features/mfa/components/second-factors.tsx', path: '/me/security', me: protectedAda, steps: ['Remove'] },
  {
    dialog: 'features/mfa/components/email-factor.tsx',
    path: '/me/security',
    me: protectedAda,
    steps: ['Remove codes by email'],
  },
  {
    dialog: 'features/mfa/components/remove-key-dialog.tsx',
    path: '/me/security',
    me: withPasskey,
    serve: [respond(getUser, { ...given.details(withPasskey), security_keys: [yellow] })],
    steps: ['Actions for Yellow key', 'Remove'],
  },
  {
    dialog: 'features/mfa/components/reset-factors-dialog.tsx',
    path: '/users/bob',
    serve: [serveBob({ mfa_enabled: true, totp_enabled: true })],
    steps: [bobMenu, 'Reset two-factor'],
  },
  {
    dialog: 'features/sessions/components/session-list.tsx',
    path: '/me/security',
    serve: [respond(listSessions, [used, { ...used, id: 2, is_current: false }])],
    steps: ['Sign out all others'],
  },
  {
    dialog: 'features/gateways/components/gateway-actions.tsx',
    path: '/locations/1/gateways',
    serve: gateway(true),
    steps: ['Actions for edge-1', 'Revoke gateway'],
  },
  {
    dialog: 'features/gateways/components/gateway-actions.tsx',
    path: '/locations/1/gateways',
    serve: gateway(false),
    steps: ['Actions for edge-1', 'Delete gateway'],
  },
  {
    dialog: 'features/gateways/components/rotate-token-dialog.tsx',
    path: '/locations/1/gateways',
    steps: ['The gateway runs on', 'Replace token'],
  },
  {
    dialog: 'features/notices/components/acknowledge-restore.tsx',
    path: '/users',
    serve: [respond(listNotices, [{ kind: 'restored', since: null, details: {} }])],
    steps: ['Acknowledge'],
  },
  {
    dialog: 'features/groups/components/delete-group-dialog.tsx',
    path: '/groups/3',
    steps: ['Actions for Guests', 'Delete'],
  },
  {
    dialog: 'features/groups/components/remove-members-dialog.tsx',
    path: '/groups/2',
    serve: [everyone, respond(listGroups, [staff]), respond(getGroup, staff)],
    steps: ['Select Bob Stone', 'Select Ada Lovelace', 'Remove from group'],
  },
  {
    dialog: 'features/devices/components/remove-device-dialog.tsx',
    path: '/me',
    steps: ['Actions for Laptop', 'Remove'],
  },
  {
    dialog: 'features/devices/components/remove-devices-dialog.tsx',
    path: '/devices',
    serve: [respond(listAllDevices, [given.listedDevice({ name: 'Laptop' })])],
    steps: ['Select Laptop', 'Remove'],
  },
  {
    dialog: 'features/devices/components/replace-key-dialog.tsx',
    path: '/me',
    serve: [
      respond(getUser, given.details(ada, [given.device({ networks: [given.assignment()] })])),
      respond(getDeviceConfig, '[Interface]'),
    ],
    steps: ['Actions for Laptop', 'Generate new key'],
  },
  {
    dialog: 'features/location-mfa/components/end-session-dialog.tsx',
    path: '/locations/1/two-factor',
    serve: [respond(listLocationSessions, [givenNetwork.locationSession()])],
    steps: ['Actions for Laptop', 'Disconnect'],
  },
  {
    dialog: 'features/snat/components/delete-binding-dialog.tsx',
    path: '/locations/1/public-addresses',
    steps: ['Actions for the public address of Bob Stone', 'Remove'],
  },
  {
    dialog: 'features/openid-apps/components/disable-app-dialog.tsx',
    path: '/applications/wiki',
    steps: ['Actions for Grafana', 'Disable'],
  },
  {
    dialog: 'features/openid-apps/components/delete-app-dialog.tsx',
    path: '/applications',
    steps: ['Actions for Grafana', 'Delete'],
    type: 'Grafana',
  },
  {
    dialog: 'features/openid-apps/components/rotate-secret-dialog.tsx',
    path: '/applications/wiki',
    steps: ['Create new secret'],
  },
  {
    dialog: 'features/openid-apps/components/rotate-keys-dialog.tsx',
    path: '/applications/provider',
    steps: ['Rotate keys'],
  },
  {
    dialog: 'features/openid-apps/components/authorized-apps.tsx',
    path: '/me/applications',
    serve: [respond(listAuthorizedApps, [givenApps.authorized()])],
    steps: ['Remove access of Grafana'],
  },
  {
    dialog: 'features/webhooks/components/delete-webhook-dialog.tsx',
    path: '/webhooks',
    steps: ['Actions for Tickets', 'Delete'],
  },
  {
    dialog: 'features/webhooks/components/rotate-secret-dialog.tsx',
    path: '/webhooks/1/settings',
    steps: ['Replace signing secret'],
  },
  {
    dialog: 'features/yubikeys/components/delete-yubikey-dialog.tsx',
    path: '/me/keys',
    steps: ['Actions for Blue', 'Delete'],
  },
  {
    dialog: 'features/yubikeys/components/remove-provisioner-dialog.tsx',
    path: '/yubikeys',
    steps: ['Actions for Desk', 'Remove'],
  },
  {
    dialog: 'features/yubikeys/components/rotate-tokens-dialog.tsx',
    path: '/yubikeys',
    steps: ['Revoke tokens'],
  },
  {
    dialog: 'features/delivery/components/skip-dialog.tsx',
    path: '/webhooks/1',
    steps: ['Skip what is waiting'],
  },
  {
    dialog: 'features/activity-streams/components/delete-stream-dialog.tsx',
    path: '/settings/streams',
    steps: ['Actions for Vault', 'Delete'],
  },
  {
    dialog: 'features/network-devices/components/client-token-dialog.tsx',
    path: '/network-devices',
    steps: ['Actions for Printer', 'New client token'],
  },
  {
    dialog: 'features/network-devices/components/delete-network-device-dialog.tsx',
    path: '/network-devices',
    steps: ['Actions for Printer', 'Delete'],
  },
  {
    dialog: 'features/emergency-stop/components/stop-dialog.tsx',
    path: '/users/bob',
    steps: [bobMenu, 'Revoke all access'],
    button: 'Revoke access',
  },
  {
    dialog: 'features/emergency-stop/components/sign-out-dialog.tsx',
    path: '/me/security',
    steps: ['Secure account'],
    button: 'Secure account',
  },
];

describe('a dialog that is confirmed twice at once sends one change', () => {
  it.each(confirmations)('in $dialog', async ({ path, me = ada, serve = [], steps, type, button }) => {
    serveVersions();
    server.use(...serve);
    const { user } = renderRoute(path, { me });
    for (const step of steps) await follow(user, step);
    const confirm = () => {
      const buttons = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')];
      const found = buttons.find((one) => (button ? one.textContent === button : one.matches('[type="submit"]')));
      if (!found) throw new Error('no dialog has the button');
      return found;
    };
    await waitFor(confirm);
    if (type !== undefined) await user.type(within(screen.getByRole('dialog')).getByRole('textbox'), type);
    await expectOneChangeEach(confirm);
  });
});

/** The dialog itself, its shared use, examples, and one that only goes on to the next step. */
const excluded = [
  'ui/confirm-dialog.tsx',
  'ui/confirm-mutation.tsx',
  'ui/confirm-rotation.tsx',
  'features/components/sections/overlays.tsx',
  'edge/device-files.tsx',
];

it('covers every dialog that asks for confirmation', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const dialogs = files.filter(
    (file) =>
      /(?<!\.test)\.tsx$/.test(file) &&
      readFileSync(join(source, file), 'utf8').match(/ConfirmDialog|ConfirmMutation|ConfirmRotation/) &&
      !excluded.includes(file),
  );
  const covered = confirmations.map(({ dialog }) => dialog);
  expect(dialogs.filter((file) => !covered.includes(file))).toEqual([]);
  expect(covered.filter((file) => !files.includes(file))).toEqual([]);
});
