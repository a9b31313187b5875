import { StaleTopic } from '@gatewarden/contract/live';
import type { Committed, EventMap, EventType } from '../../platform/events/events.ts';

/** Whoever listens. */
export interface Listener {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
}

/** What an event makes stale in consoles, besides the activity log. */
interface Staleness<T extends EventType> {
  /** For administrators. */
  readonly admins: readonly StaleTopic[];
  /** For whom the event is about, administrators or not. */
  readonly own?: readonly StaleTopic[];
  /** Nobody when absent. */
  readonly isAbout?: (payload: EventMap[T], listener: Listener) => boolean;
  /** Sessions of those whom it is about may have ended, or have other rights now. */
  readonly changesRights?: true;
}

const everybody = () => true;
const ofUser = ({ user }: { readonly user: { readonly id: number } }, { userId }: Listener) => user.id === userId;
const ofOwner = ({ device }: { readonly device: { readonly user_id: number } }, { userId }: Listener) =>
  device.user_id === userId;
const ofClient = (client: { readonly userId: number }, { userId }: Listener) => client.userId === userId;
const ofMember = (change: { readonly username: string }, { username }: Listener) => change.username === username;

const none = { admins: [] } as const;
const apiTokens = { admins: ['api-tokens'], own: ['api-tokens'] } as const;
const authKeys = { admins: ['auth-keys'], own: ['auth-keys'] } as const;
/** The page of a user counts those that are suspended. */
const suspendableKeys = { admins: ['auth-keys', 'users'], own: ['auth-keys'] } as const;
/** Locations show how their gateways are. */
const gateway = { admins: ['gateways', 'locations'] } as const;
/** Which locations a device may use shows on its owner's own page; which owners, an event about all of them cannot say. */
const location = {
  admins: ['locations', 'gateways', 'devices', 'traffic'],
  own: ['devices'],
  isAbout: everybody,
} as const;
/** A group decides who administers and who may use a location. */
const membership = {
  admins: ['groups', 'users', 'devices'],
  own: ['me', 'users', 'devices'],
  changesRights: true,
} as const;
const wholeGroup = {
  admins: ['groups', 'users', 'locations', 'devices'],
  own: ['me', 'users', 'devices'],
  isAbout: everybody,
  changesRights: true,
} as const;

/** An event type without an answer here does not compile. */
const staleness = {
  'user.signed-in': { ...none, isAbout: ofUser, changesRights: true },
  'user.sign-in-failed': { ...none, isAbout: ofUser },
  'user.signed-out': { ...none, isAbout: ofClient, changesRights: true },
  'user.second-factor-used': { ...none, isAbout: ofUser, changesRights: true },
  'user.second-factor-refused': { ...none, isAbout: ofUser },
  'user.locked': { admins: ['users'], own: ['users'], isAbout: ofUser },
  'user.second-factor-locked': { ...none, isAbout: ofUser },
  'sign-ins.refused': { ...none },
  'mfa.factor-added': { admins: ['users'], own: ['me', 'users'], isAbout: ofUser },
  'mfa.factor-removed': { admins: ['users'], own: ['me', 'users'], isAbout: ofUser, changesRights: true },
  'mfa.security-key-restored': { admins: ['users'], own: ['users'], isAbout: ofUser },
  'mfa.security-key-renamed': { admins: ['users'], own: ['users'], isAbout: ofUser },
  'mfa.recovery-codes-replaced': { ...none, own: ['me'], isAbout: ofUser },
  'mfa.enabled': { admins: ['users'], own: ['me', 'users'], isAbout: ofUser, changesRights: true },
  'mfa.disabled': { admins: ['users'], own: ['me', 'users'], isAbout: ofUser, changesRights: true },
  'sessions.ended': { ...none, isAbout: ({ userIds }, { userId }) => userIds.includes(userId), changesRights: true },

  'user.added': { admins: ['users'] },
  'user.modified': {
    admins: ['users', 'groups', 'devices', 'traffic', 'api-tokens'],
    own: ['me', 'users', 'devices'],
    isAbout: ({ before }, { userId }) => before.id === userId,
    changesRights: true,
  },
  'user.groups-modified': { ...membership, isAbout: ofUser },
  'user.removed': { admins: ['users', 'groups', 'devices', 'traffic'], isAbout: ofUser, changesRights: true },
  'user.password-removed': { admins: ['users'], own: ['me', 'users'], isAbout: ofUser, changesRights: true },
  'user.password-changed': { ...apiTokens, isAbout: ofUser, changesRights: true },
  'user.password-set-by-admin': {
    admins: ['users', 'api-tokens'],
    own: ['me', 'users', 'api-tokens'],
    isAbout: ofUser,
    changesRights: true,
  },

  'group.added': { admins: ['groups'] },
  'group.modified': wholeGroup,
  'group.removed': wholeGroup,
  'group.members-modified': {
    ...membership,
    isAbout: ({ added, removed }, { username }) => added.includes(username) || removed.includes(username),
  },
  'group.member-added': { ...membership, isAbout: ofMember },
  'group.member-removed': { ...membership, isAbout: ofMember },
  'groups.bulk-assigned': { ...membership, isAbout: ({ users }, { username }) => users.includes(username) },

  'settings.branding-restored': { admins: ['settings'], own: ['settings'], isAbout: everybody },
  'settings.modified': { admins: ['settings', 'notices'], own: ['settings'], isAbout: everybody },
  'settings.ssh-keys-token-replaced': { admins: ['settings'] },
  'settings.ssh-keys-token-removed': { admins: ['settings'] },

  'mail.given-up': none,

  'location.added': location,
  'location.modified': location,
  'location.removed': location,

  'device.added': { admins: ['devices'], own: ['devices'], isAbout: ofOwner },
  'device.modified': {
    admins: ['devices'],
    own: ['devices'],
    isAbout: ({ after }, who) => ofOwner({ device: after }, who),
  },
  'device.removed': { admins: ['devices', 'traffic', 'users'], own: ['devices'], isAbout: ofOwner },

  'device.switched-on': { admins: ['devices', 'users'], own: ['devices', 'users'], isAbout: ofOwner },

  'user.stopped': {
    admins: ['users', 'devices', 'auth-keys', 'api-tokens', 'gateways'],
    own: ['me', 'users', 'devices', 'auth-keys', 'api-tokens'],
    isAbout: ofUser,
    changesRights: true,
  },

  'auth-key.added': { ...authKeys, isAbout: ({ key }, { userId }) => key.user_id === userId },
  'auth-key.renamed': { ...authKeys, isAbout: ({ after }, { userId }) => after.user_id === userId },
  'auth-key.restored': { ...suspendableKeys, isAbout: ({ key }, { userId }) => key.user_id === userId },
  'auth-key.removed': { ...suspendableKeys, isAbout: ({ key }, { userId }) => key.user_id === userId },

  'api-token.added': { ...apiTokens, isAbout: ({ token }, { userId }) => token.user_id === userId },
  'api-token.renamed': { ...apiTokens, isAbout: ({ after }, { userId }) => after.user_id === userId },
  'api-token.removed': {
    ...apiTokens,
    isAbout: ({ token }, { userId }) => token.user_id === userId,
    changesRights: true,
  },

  'gateway.joined': gateway,
  'gateway.connected': gateway,
  'gateway.disconnected': gateway,
  'gateway.revoked': gateway,
  'gateway.removed': gateway,
  'gateway.token-rotated': { admins: ['gateways'] },
  'gateway.refused': { admins: ['gateways'] },
  'gateway.state-rejected': gateway,
  'gateway.state-partially-applied': gateway,
  'gateway.drift-repaired': { admins: ['gateways', 'locations', 'notices'] },
  'gateway.drift-persisted': { admins: ['gateways', 'locations', 'notices'] },
  'gateway.entries-omitted': { admins: [] },
  'gateway.drifted': { admins: ['gateways', 'locations', 'notices'] },
  'gateway.acknowledged': { admins: ['gateways'] },

  'vpn.connected': { admins: ['traffic', 'devices'], own: ['devices'], isAbout: ofClient },
  'vpn.disconnected': { admins: ['traffic', 'devices'], own: ['devices'], isAbout: ofClient },

  'activity-log.problem-found': { admins: ['notices'] },
  'activity-log.problem-acknowledged': { admins: ['notices'] },
  'instance.restored': {
    admins: StaleTopic.options,
    own: StaleTopic.options,
    isAbout: everybody,
    changesRights: true,
  },
  'instance.restore-acknowledged': { admins: ['notices'] },

  'admin.command-run': none,
} as const satisfies { readonly [T in EventType]: Staleness<T> };

/** What an event means to one listener. */
export interface Meaning {
  readonly topics: readonly StaleTopic[];
  /** Whether the listener's session may have ended, or have other rights now. */
  readonly changesRights: boolean;
}

/** Undefined for types that only a newer core beside this one knows. */
export function meaningOf(
  { type, payload }: Committed,
  listener: Listener,
  isLogged: (type: EventType) => boolean,
): Meaning | undefined {
  const known = (staleness as Readonly<Record<string, Staleness<never> | undefined>>)[type];
  if (!known) return undefined;
  const { admins, own = [], isAbout, changesRights = false } = known;
  // an event that is too large for a notification comes without its payload: then it may be about anybody
  const isOwn = isAbout !== undefined && (payload === undefined || isAbout(payload as never, listener));
  const log: StaleTopic[] = isLogged(type) && (listener.isAdmin || isOwn) ? ['activity'] : [];
  return {
    topics: [...(listener.isAdmin ? admins : []), ...(isOwn ? own : []), ...log],
    changesRights: changesRights && isOwn,
  };
}
