import type { Origin } from '../../platform/actor.ts';
import type { EventMap } from '../../platform/events/events.ts';
import type { Entry } from './entry.ts';

type Stopped = EventMap['user.stopped'];

/** Users who stop their own account sign out everywhere; all else is an emergency stop. */
export function stopEntry({ user, ...ended }: Stopped, { by }: Origin): Entry {
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
function countsOf(ended: Omit<Stopped, 'user'>): string[] {
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
