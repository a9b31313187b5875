import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-log';
import type { Origin } from '../../platform/actor.ts';
import type { EventMap, EventType } from '../../platform/events/events.ts';
import './activity-log.events.ts';

/** What an event becomes in the log; who, when and from where come with the event. */
export interface Entry {
  readonly event: ActivityEvent;
  /** `gatewarden` when absent. */
  readonly module?: ActivityModule;
  readonly description?: string;
  readonly metadata?: object;
  /** Name of the location that it is about, or the id of one that stays. */
  readonly location?: string;
  readonly locationId?: number | null;
  /** Whose entry it is where nobody is signed in. */
  readonly user?: { readonly id: number; readonly username: string };
}

type Answer<T extends EventType> = ((payload: EventMap[T], origin: Origin) => Entry) | 'not logged';

const factorAdded = {
  TOTP: 'mfa_totp_enabled',
  Email: 'mfa_email_enabled',
  WebAuthn: 'mfa_security_key_added',
} as const satisfies Record<EventMap['mfa.factor-added']['method'], ActivityEvent>;
const factorRemoved = {
  TOTP: 'mfa_totp_disabled',
  Email: 'mfa_email_disabled',
  WebAuthn: 'mfa_security_key_removed',
} as const satisfies Record<EventMap['mfa.factor-removed']['method'], ActivityEvent>;

const lockedPlaces = {
  'other browsers': 'sign-in from new browsers',
  'one browser': 'sign-in from this browser',
  sessions: 'confirmation by password in sessions',
} as const satisfies Record<EventMap['user.locked']['place'], string>;

/** An event type without an answer here does not compile. */
const answers = {
  'user.signed-in': ({ passkey }) =>
    passkey === undefined
      ? { event: 'user_login' }
      : { event: 'user_login', description: `With the passkey ${passkey}`, metadata: { passkey } },
  'user.sign-in-failed': ({ user, reason }) => ({
    event: 'user_login_failed',
    user,
    description: `Sign-in failed: ${reason}`,
    metadata: { message: reason },
  }),
  'user.locked': ({ user, place, minutes }) => ({
    event: 'user_locked',
    user,
    description: `Too many wrong passwords: ${lockedPlaces[place]} locked for ${minutes} min`,
    metadata: { place, minutes },
  }),
  'user.second-factor-locked': ({ user, failures, minutes }) => ({
    event: 'user_mfa_locked',
    user,
    description: `Wrong codes in a row: ${failures}; no code is accepted for ${minutes} min`,
    metadata: { failures, minutes },
  }),
  'sign-ins.refused': ({ count, accounts, unknownNames, mostRefused }) => ({
    event: 'sign_ins_refused',
    description: `${count} more refused sign-ins: accounts: ${accounts}, unknown names: ${unknownNames}`,
    metadata: { refusals: count, accounts, unknown_names: unknownNames, most_refused: mostRefused },
  }),
  'user.signed-out': () => ({ event: 'user_logout' }),
  'user.second-factor-used': ({ user, method }) =>
    method === 'recovery code'
      ? { event: 'recovery_code_used', user }
      : { event: 'user_mfa_login', user, description: `Signed in with ${method}`, metadata: { mfa_method: method } },
  'user.second-factor-refused': ({ user, method, reason }) => ({
    event: 'user_mfa_login_failed',
    user,
    description: `Second factor refused: ${method}, ${reason}`,
    metadata: { mfa_method: method, message: reason },
  }),
  // what ends them is logged: another sign-in, a new password, a disabled account
  'sessions.ended': 'not logged',

  'mfa.factor-added': ({ user, method, key }) => ({
    event: factorAdded[method],
    description: named(method, key),
    metadata: { user, key },
  }),
  'mfa.factor-removed': ({ user, method, key }) => ({
    event: factorRemoved[method],
    description: `${named(method, key)} of ${user.username}`,
    metadata: { user, key },
  }),
  'mfa.security-key-restored': ({ user, key }) => ({
    event: 'mfa_security_key_restored',
    description: `Security key ${key} of ${user.username}`,
    metadata: { user, key },
  }),
  'mfa.security-key-renamed': ({ user, before, after }) => ({
    event: 'mfa_security_key_renamed',
    description: `Security key ${renamed(before, after)} of ${user.username}`,
    metadata: { user, before, after },
  }),
  // adding the first factor did it
  'mfa.enabled': 'not logged',
  'mfa.disabled': ({ user }, { by }) =>
    by !== 'system' && by.userId === user.id
      ? { event: 'mfa_disabled', description: 'Own second factors disabled' }
      : { event: 'user_mfa_disabled', description: `Second factors of ${user.username} disabled`, metadata: { user } },

  'user.added': ({ user }) => ({
    event: 'user_added',
    description: `User ${user.username} (${user.email})`,
    metadata: { user },
  }),
  'user.modified': ({ before, after }) => ({
    event: 'user_modified',
    description: `User ${renamed(before.username, after.username)}${statusChange(before, after)}`,
    metadata: { before, after },
  }),
  'user.groups-modified': ({ user, before, after }) => ({
    event: 'user_groups_modified',
    description: `Groups of ${user.username}: ${listed(before)} → ${listed(after)}`,
    metadata: { user, before, after },
  }),
  'user.removed': ({ user }) => ({
    event: 'user_removed',
    description: `User ${user.username}`,
    metadata: { user },
  }),
  'user.password-removed': () => ({ event: 'password_removed' }),
  'user.password-changed': ({ revokes_api_tokens }) => ({
    event: 'password_changed',
    ...(revokes_api_tokens && { description: 'All API tokens deleted', metadata: { revokes_api_tokens } }),
  }),
  'user.password-set-by-admin': ({ user, revokes_api_tokens }) => ({
    event: 'password_changed_by_admin',
    description: `Password of ${user.username}${revokes_api_tokens ? ', all API tokens deleted' : ''}`,
    metadata: { user, ...(revokes_api_tokens && { revokes_api_tokens }) },
  }),

  'group.added': ({ group }) => ({ event: 'group_added', description: `Group ${group.name}`, metadata: { group } }),
  'group.modified': ({ before, after }) => ({
    event: 'group_modified',
    description: `Group ${renamed(before.name, after.name)}`,
    metadata: { before, after },
  }),
  'group.removed': ({ group }) => ({
    event: 'group_removed',
    description: `Group ${group.name}`,
    metadata: { group },
  }),
  'group.members-modified': ({ group, added, removed }) => ({
    event: 'group_members_modified',
    description: `Group ${group.name}: added ${listed(added)}; removed ${listed(removed)}`,
    metadata: { group, added, removed },
  }),
  'group.member-added': ({ group, username }) => ({
    event: 'group_member_added',
    description: `${username} to group ${group.name}`,
    metadata: { group, user: username },
  }),
  'group.member-removed': ({ group, username }) => ({
    event: 'group_member_removed',
    description: `${username} from group ${group.name}`,
    metadata: { group, user: username },
  }),
  'groups.bulk-assigned': ({ groups, users }) => ({
    event: 'groups_bulk_assigned',
    description: `Users: ${users.length}, groups: ${groups.length}`,
    metadata: { users, groups },
  }),

  'settings.branding-restored': ({ before, after }) => ({
    event: 'settings_default_branding_restored',
    metadata: { before, after },
  }),
  'settings.modified': ({ before, after, isWhole }) => ({
    event: isWhole ? 'settings_updated' : 'settings_updated_partial',
    metadata: { before, after },
  }),

  'settings.ssh-keys-token-replaced': () => ({ event: 'ssh_keys_token_replaced' }),
  'settings.ssh-keys-token-removed': () => ({ event: 'ssh_keys_token_removed' }),

  'location.added': ({ location }) => ({
    event: 'vpn_location_added',
    location: location.name,
    description: `Location ${location.name}`,
    metadata: { location },
  }),
  'location.modified': ({ before, after }) => ({
    event: 'vpn_location_modified',
    location: after.name,
    description: `Location ${renamed(before.name, after.name)}`,
    metadata: { before, after },
  }),
  'location.removed': ({ location }) => ({
    event: 'vpn_location_removed',
    location: location.name,
    description: `Location ${location.name}`,
    metadata: { location },
  }),

  'device.added': ({ device, owner }) => ({
    event: device.device_type === 'network' ? 'network_device_added' : 'device_added',
    description: `Device ${device.name} of ${owner}`,
    metadata: { owner, device },
  }),
  'device.modified': ({ before, after, owner, location }) => ({
    event: after.device_type === 'network' ? 'network_device_modified' : 'device_modified',
    ...(location !== undefined && { location }),
    description: `Device ${renamed(before.name, after.name)} of ${owner}`,
    metadata: { owner, before, after },
  }),
  'device.removed': ({ device, owner, location }) => ({
    event: device.device_type === 'network' ? 'network_device_removed' : 'device_removed',
    ...(location !== undefined && { location }),
    description: `Device ${device.name} of ${owner}`,
    metadata: { owner, device },
  }),

  'device.switched-on': ({ device, owner }) => ({
    event: 'device_switched_on',
    description: `Device ${device.name} of ${owner}`,
    metadata: { owner, device },
  }),

  'user.stopped': ({ user, ...ended }) => ({
    event: 'user_stopped',
    description: `User ${user.username}${ended.disabled ? ': disabled' : ''}; sessions: ${ended.sessions}, API tokens: ${ended.tokens}, devices: ${ended.devices}, suspended keys: ${ended.keys}`,
    metadata: { user, ...ended },
  }),

  'auth-key.added': ({ key, owner }) => ({
    event: 'authentication_key_added',
    description: `${key.key_type} key ${key.name} of ${owner}`,
    metadata: { owner, key },
  }),
  'auth-key.renamed': ({ before, after, owner }) => ({
    event: 'authentication_key_renamed',
    description: `${after.key_type} key ${renamed(before.name, after.name)} of ${owner}`,
    metadata: { owner, before, after },
  }),
  'auth-key.restored': ({ key, owner }) => ({
    event: 'authentication_key_restored',
    description: `${key.key_type} key ${key.name} of ${owner}`,
    metadata: { owner, key },
  }),
  'auth-key.removed': ({ key, owner }) => ({
    event: 'authentication_key_removed',
    description: `${key.key_type} key ${key.name} of ${owner}`,
    metadata: { owner, key },
  }),

  'api-token.added': ({ token, owner }) => ({
    event: 'api_token_added',
    description: `API token ${token.name} of ${owner}: ${listed(token.scopes)}`,
    metadata: { owner, token },
  }),
  'api-token.renamed': ({ before, after, owner }) => ({
    event: 'api_token_renamed',
    description: `API token ${renamed(before.name, after.name)} of ${owner}`,
    metadata: { owner, token: after, old_name: before.name, new_name: after.name },
  }),
  'api-token.removed': ({ token, owner }) => ({
    event: 'api_token_removed',
    description: `API token ${token.name} of ${owner}`,
    metadata: { owner, token },
  }),

  'gateway.joined': ({ gateway }) => ofGateway('gateway_joined', gateway),
  'gateway.connected': ({ gateway }) => ({ ...ofGateway('gateway_connected', gateway), module: 'vpn' }),
  'gateway.disconnected': ({ gateway }) => ({ ...ofGateway('gateway_disconnected', gateway), module: 'vpn' }),
  'gateway.revoked': ({ gateway }) => ofGateway('gateway_revoked', gateway),
  'gateway.removed': ({ gateway }) => ofGateway('gateway_removed', gateway),
  'gateway.token-rotated': ({ locationId }) => ({ event: 'gateway_token_rotated', locationId }),
  'gateway.refused': ({ reason, locationId, gateway, hostname }) => ({
    event: 'gateway_refused',
    module: 'vpn',
    locationId,
    description: `Gateway ${gateway ? nameOf(gateway) : (hostname ?? 'unknown')}: ${reason}`,
    metadata: { reason, gateway, hostname },
  }),
  'gateway.state-rejected': ({ gateway, version, reason }) => ({
    ...ofGateway('gateway_state_rejected', gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: version ${version}: ${reason}`,
    metadata: { gateway, version, reason },
  }),
  'gateway.state-partially-applied': ({ gateway, version, problems }) => ({
    ...ofGateway('gateway_state_partially_applied', gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: version ${version}: ${problems.join(' ')}`,
    metadata: { gateway, version, problems: problems.join(' ') },
  }),
  'gateway.drift-repaired': ({ gateway, ...found }) => ({
    ...ofGateway('gateway_drift_repaired', gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: removed ${found.removedPeers}, set ${found.upsertedPeers}${found.settings ? ', interface settings' : ''}: ${listed(found.peers)}`,
    metadata: {
      gateway,
      settings: found.settings,
      removed_peers: found.removedPeers,
      set_peers: found.upsertedPeers,
      peers: listed(found.peers),
    },
  }),
  'gateway.entries-omitted': ({ gateway, count }) => ({
    event: 'gateway_entries_omitted',
    module: 'vpn',
    ...(gateway && { locationId: gateway.location_id }),
    description: `${gateway ? `Gateway ${nameOf(gateway)}` : 'Refused gateways'}: ${count} more entries within an hour`,
    metadata: { gateway: gateway ?? '–', entries: count },
  }),
  // only announced: the repair is logged
  'gateway.drifted': 'not logged',
  // only announced: the change that it acknowledges is logged
  'gateway.acknowledged': 'not logged',

  'vpn.connected': (client) => ({ ...ofClient(client), event: 'vpn_client_connected' }),
  'vpn.disconnected': (client) => ({ ...ofClient(client), event: 'vpn_client_disconnected' }),

  'activity-log.problem-found': ({ problem, number, entry_id }) => ({
    event: 'activity_log_problem',
    description: `The log does not continue checkpoint ${number}: ${problem.replaceAll('_', ' ')}`,
    metadata: { problem, number, entry_id },
  }),
  'activity-log.problem-acknowledged': ({ problem, number, entry_id }) => ({
    event: 'activity_log_acknowledged',
    description: `Acknowledged that the log does not continue checkpoint ${number}: ${problem.replaceAll('_', ' ')}`,
    metadata: { problem, number, entry_id },
  }),
  'instance.restored': ({ lostEntries, lostFrom, lostUntil, noticedBy }) => ({
    event: 'instance_restored',
    description: `Lost entries: ${lostEntries === null ? 'unknown' : `at least ${lostEntries}`}, written from ${lostFrom ?? 'an unknown time'} to ${lostUntil ?? 'an unknown time'}; noticed by ${noticedBy}`,
    metadata: { lost_entries: lostEntries, lost_from: lostFrom, lost_until: lostUntil, noticed_by: noticedBy },
  }),
  'instance.restore-acknowledged': () => ({ event: 'instance_restore_acknowledged' }),

  'admin.command-run': ({ command, account, outcome }) => ({
    event: 'admin_command_run',
    description: `${command} by ${account}: ${outcome}`,
    metadata: { command, account, outcome },
  }),

  'mail.given-up': ({ template, to, reason }) => ({
    event: 'mail_given_up',
    description: `Mail ${template} to ${to}: ${reason}`,
    metadata: { template, to, reason },
  }),
} as const satisfies { readonly [T in EventType]: Answer<T> };

export const eventTypes = Object.keys(answers) as EventType[];

/** Whether there is an entry of it. */
export function isLogged(type: EventType): boolean {
  return answers[type] !== 'not logged';
}

/** Undefined for what is not logged. */
export function entryOf<T extends EventType>(type: T, payload: EventMap[T], origin: Origin): Entry | undefined {
  const answer = answers[type] as Answer<T>;
  return answer === 'not logged' ? undefined : answer(payload, origin);
}

type Gateway = EventMap['gateway.joined']['gateway'];

function ofGateway(event: ActivityEvent, gateway: Gateway): Entry {
  return { event, locationId: gateway.location_id, description: `Gateway ${nameOf(gateway)}`, metadata: { gateway } };
}

function nameOf({ name, hostname }: Gateway): string {
  return name ?? hostname;
}

function ofClient({ deviceId, deviceName, locationId, locationName, endpoint }: EventMap['vpn.disconnected']) {
  return {
    module: 'vpn',
    location: locationName,
    description: `Device ${deviceName} at location ${locationName}`,
    metadata: {
      location: { id: locationId, name: locationName },
      device: { id: deviceId, name: deviceName },
      endpoint,
    },
  } as const;
}

function named(kind: string, name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${name}`;
}

function renamed(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

function statusChange(before: { is_active: boolean }, after: { is_active: boolean }): string {
  if (before.is_active === after.is_active) return '';
  return after.is_active ? ': enabled' : ': disabled';
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.join(', ');
}
