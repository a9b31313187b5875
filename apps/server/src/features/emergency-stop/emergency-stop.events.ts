import type { Origin } from '../../platform/actor.ts';
import { type ActivityEntry, type EventRules, isAboutUser } from '../event-rules.ts';
import type { UserSnapshot } from '../users/index.ts';

type StoppedPayload = EmergencyStopEvents['user.stopped'];

interface EmergencyStopEvents {
  /** Counts of what ended, and the names of the locations whose gateways were updated. */
  'user.stopped': {
    readonly user: UserSnapshot;
    readonly disabled: boolean;
    readonly sessions: number;
    readonly tokens: number;
    readonly devices: number;
    /** The number of suspended keys. */
    readonly keys: number;
    /** Whether a recently added authenticator app was removed. Absent in older events. */
    readonly authenticator_removed?: boolean;
    /** The number of deleted recent recovery codes. Absent in older events. */
    readonly recovery_codes?: number;
    readonly locations: readonly string[];
  };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends EmergencyStopEvents {}
}

export const emergencyStopEvents = {
  'user.stopped': {
    entry: stopEntry,
    stale: {
      admins: ['users', 'devices', 'auth-keys', 'api-tokens', 'gateways'],
      own: ['me', 'users', 'devices', 'auth-keys', 'api-tokens'],
      isAbout: isAboutUser,
      changesRights: true,
    },
  },
} as const satisfies EventRules<EmergencyStopEvents>;

/** If users stop their own account, the entry is a sign-out everywhere; otherwise it is an emergency stop. */
function stopEntry({ user, ...ended }: StoppedPayload, { by }: Origin): ActivityEntry {
  const counts = countsOf(ended);
  if (by !== 'system' && by.userId === user.id) {
    const description = counts.join(', ');
    return { event: 'signed_out_everywhere', ...(description && { description }), metadata: { user, ...ended } };
  }
  const who = `User ${user.username}${ended.disabled ? ': disabled' : ''}`;
  return {
    event: 'user_stopped',
    description: counts.length > 0 ? `${who}; ${counts.join(', ')}` : who,
    metadata: { user, ...ended },
  };
}

/** Leaves out counts of zero. */
function countsOf(ended: Omit<StoppedPayload, 'user'>): string[] {
  const counts = {
    sessions: ended.sessions,
    'API tokens': ended.tokens,
    devices: ended.devices,
    'suspended keys': ended.keys,
    'removed authenticator apps': ended.authenticator_removed ? 1 : 0,
    'deleted recovery codes': ended.recovery_codes ?? 0,
  };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []));
}
