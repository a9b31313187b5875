import type { Origin } from '../../platform/actor.ts';
import { type ActivityEntry, type EventRules, isAboutUser } from '../event-rules.ts';
import type { UserSnapshot } from '../users/index.ts';

type StoppedPayload = EmergencyStopEvents['user.stopped'];

interface EmergencyStopEvents {
  /** Numbers of what ended, and the names of the locations whose gateways had to be told. */
  'user.stopped': {
    readonly user: UserSnapshot;
    readonly disabled: boolean;
    readonly sessions: number;
    readonly tokens: number;
    readonly devices: number;
    /** That were suspended. */
    readonly keys: number;
    /** Whether an authenticator app was removed that had been added shortly before. Absent in older events. */
    readonly authenticator_removed?: boolean;
    /** Recovery codes of that time, which were deleted. Absent in older events. */
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

/** Users who stop their own account sign out everywhere; all else is an emergency stop. */
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

/** Without counts of zero. */
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
