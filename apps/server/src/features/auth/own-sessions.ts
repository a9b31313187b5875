import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, prepareToEndCaller, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUser } from '../users/index.ts';
import './auth.events.ts';
import { deleteBrowsersOf } from './recognized-browsers.queries.ts';
import { deleteSessionOf, deleteSessionsExcept, listSessionsOf, type OwnSessionRow } from './sessions.queries.ts';

/** Lists and ends sessions of a user, for that user or for an administrator. */
export interface OwnSessions {
  /** Most recently used first. @throws user_not_found */
  list(username: string): Promise<OwnSessionRow[]>;
  /** @throws user_not_found; session_not_found also for a session of another user, so that ids cannot be probed */
  end(origin: Origin, username: string, id: number): Promise<void>;
  /** Part of a larger change: ends all sessions except one. Returns how many ended. */
  endAllExcept(tx: Tx, userId: number, exceptId: number | undefined): Promise<number>;
  /** Ends all sessions of the user except the caller's session. @throws user_not_found */
  endOthers(actor: Actor, origin: Origin, username: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createOwnSessions({ db, events, clock }: Dependencies): OwnSessions {
  async function requireUserId(username: string): Promise<number> {
    const user = await findUser(db, username);
    if (!user) throw new DomainError('user_not_found');
    return user.id;
  }

  return {
    list: async (username) => listSessionsOf(db, await requireUserId(username), clock.now()),
    async end(origin, username, id) {
      const userId = await requireUserId(username);
      await inTransaction(db, async (tx) => {
        if (id === origin.sessionId) await prepareToEndCaller(tx);
        if (!(await deleteSessionOf(tx, userId, id))) throw new DomainError('session_not_found');
        await events.signal(tx, 'sessions.revoked', { userId, ids: [id] });
        await events.publish(tx, 'sessions.ended', origin, { userIds: [userId] });
      });
    },
    async endAllExcept(tx, userId, exceptId) {
      await deleteBrowsersOf(tx, userId);
      return deleteSessionsExcept(tx, userId, exceptId);
    },
    async endOthers(actor, origin, username) {
      const userId = await requireUserId(username);
      await inTransaction(db, async (tx) => {
        await deleteBrowsersOf(tx, userId);
        const ended = await deleteSessionsExcept(tx, userId, actor.sessionId);
        await events.signal(tx, 'sessions.revoked', { userId, exceptId: actor.sessionId });
        if (ended > 0) await events.publish(tx, 'sessions.ended', origin, { userIds: [userId] });
      });
    },
  };
}
