import type { Origin } from '../../platform/actor.ts';
import type { EventMap, EventType } from '../../platform/events/events.ts';
import { type Answer, type Entry, listed, renamed } from './entry.ts';
import { gatewayAnswers } from './gateway-entries.ts';
import { signInAnswers } from './sign-in-entries.ts';
import { stopEntry } from './stop-entry.ts';

/** An event type without an answer here does not compile. */
const answers = {
  ...signInAnswers,

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

  'user.stopped': stopEntry,

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

  ...gatewayAnswers,

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

function statusChange(before: { is_active: boolean }, after: { is_active: boolean }): string {
  if (before.is_active === after.is_active) return '';
  return after.is_active ? ': enabled' : ': disabled';
}
