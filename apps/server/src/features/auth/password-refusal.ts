import type { Origin } from '../../platform/actor.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import { toUserSnapshot } from '../users/index.ts';
import type { LockScope } from './auth.events.ts';
import type { RefusalLog } from './refusal-log.ts';
import { lockSeconds } from './sign-in-attempts.queries.ts';

export type RefusalReason = EventMap['user.sign-in-failed']['reason'];

/** Logs a refused password, and the lock that it caused, within the limits of the refusal log. */
export type RecordPasswordRefusal = (
  origin: Origin,
  /** Undefined for an unknown name. */
  userId: number | undefined,
  reason: RefusalReason,
  locked: LockScope | undefined,
) => Promise<void>;

interface Dependencies {
  readonly events: Events;
  readonly refusals: RefusalLog;
}

export function createPasswordRefusal({ events, refusals }: Dependencies): RecordPasswordRefusal {
  return async (origin, userId, reason, locked) => {
    await refusals.record(userId, (tx, user) =>
      events.publish(tx, 'user.sign-in-failed', origin, { user: toUserSnapshot(user), reason }),
    );
    if (locked === undefined || userId === undefined) return;
    const minutes = lockSeconds / 60;
    await refusals.recordLock(userId, (tx, user) =>
      events.publish(tx, 'user.locked', origin, { user: toUserSnapshot(user), place: locked, minutes }),
    );
  };
}
