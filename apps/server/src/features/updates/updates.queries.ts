import type { Database, Tx } from '../../platform/database/database.ts';

/** What core knows about releases. */
export interface FeedRow {
  /** The last feed that was accepted, as signed. */
  readonly statement: string | null;
  /** When it was issued, and the id of the key that signed it. */
  readonly issued_at: Date | null;
  readonly key_id: string | null;
  /** When a feed was accepted last. */
  readonly checked_at: Date | null;
  readonly attempted_at: Date | null;
  /** Of the last attempt: an `UpdateProblem`; null: it was successful. */
  readonly problem: string | null;
  readonly detail: string | null;
  readonly failing_since: Date | null;
  /** The last version that administrators were told about, and since when. */
  readonly found_version: string | null;
  readonly found_at: Date | null;
}

const columns = [
  ...(['statement', 'issued_at', 'key_id', 'checked_at', 'attempted_at'] as const),
  ...(['problem', 'detail', 'failing_since', 'found_version', 'found_at'] as const),
] as const;

export function getRow(db: Database | Tx): Promise<FeedRow> {
  return db.selectFrom('release_feed').select(columns).executeTakeFirstOrThrow();
}

/** Waits for the result of a check of another replica. */
export function lockRow(tx: Tx): Promise<FeedRow> {
  return tx.selectFrom('release_feed').select(columns).forUpdate().executeTakeFirstOrThrow();
}

export async function setRow(tx: Tx, values: Partial<FeedRow>): Promise<void> {
  await tx.updateTable('release_feed').set(values).execute();
}
