import type { Tx } from '../../platform/database/database.ts';

export interface Announcement {
  readonly userId: number;
  /** Null: the user asked for the invitation, or the account no longer exists. */
  readonly issuerId: number | null;
}

/** Does nothing if one waits for the user. */
export async function insertAnnouncement(
  tx: Tx,
  { userId, issuerId, dueAt }: Announcement & { readonly dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('enrollment_announcement')
    .values({ user_id: userId, issuer_id: issuerId, due_at: dueAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Undefined if none waits. Of two concurrent transactions, one gets it. */
export function takeAnnouncementOf(tx: Tx, userId: number): Promise<Announcement | undefined> {
  return tx
    .deleteFrom('enrollment_announcement')
    .where('user_id', '=', userId)
    .returning(['user_id as userId', 'issuer_id as issuerId'])
    .executeTakeFirst();
}

/** At most `limit` that are due. */
export function takeDueAnnouncements(tx: Tx, now: Date, limit: number): Promise<Announcement[]> {
  const due = tx
    .selectFrom('enrollment_announcement')
    .select('user_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tx
    .deleteFrom('enrollment_announcement')
    .where('user_id', 'in', due)
    .returning(['user_id as userId', 'issuer_id as issuerId'])
    .execute();
}

export async function deleteAllAnnouncements(tx: Tx): Promise<void> {
  await tx.deleteFrom('enrollment_announcement').execute();
}
