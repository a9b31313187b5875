import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, type UserRow } from '../users/index.ts';
import * as queries from './announcements.queries.ts';

/** Mails about a completed enrollment, which follow when the session has ended. */
export interface Announcements {
  /** They are mailed at `dueAt` if not before. */
  schedule(tx: Tx, announcement: queries.Announcement & { readonly dueAt: Date }): Promise<void>;
  /** Does nothing if they have been mailed. */
  send(tx: Tx, userId: number): Promise<void>;
  /** Mails those whose session ended without being finished. Safe to repeat. */
  sendDue(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly mail: (tx: Tx, enrolled: { readonly user: UserRow; readonly issuer: UserRow }) => Promise<void>;
}

const perTransaction = 100;

export function createAnnouncements({ db, clock, mail }: Dependencies): Announcements {
  async function mailAbout(tx: Tx, { userId, issuerId }: queries.Announcement): Promise<void> {
    const user = await findUserById(tx, userId);
    if (!user?.is_active) return;
    const issuer = issuerId === null ? undefined : await findUserById(tx, issuerId);
    // one who is no longer an administrator learns nothing
    const isEntitled = issuer?.is_active === true && issuer.is_admin;
    await mail(tx, { user, issuer: isEntitled ? issuer : user });
  }

  return {
    schedule: (tx, announcement) => queries.insertAnnouncement(tx, announcement),
    async send(tx, userId) {
      const waiting = await queries.takeAnnouncementOf(tx, userId);
      if (waiting) await mailAbout(tx, waiting);
    },
    async sendDue() {
      const sendSome = () =>
        inTransaction(db, async (tx) => {
          const due = await queries.takeDueAnnouncements(tx, clock.now(), perTransaction);
          for (const waiting of due) await mailAbout(tx, waiting);
          return due.length;
        });
      while ((await sendSome()) === perTransaction);
    },
  };
}
