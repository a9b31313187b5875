import type { ExportCounts, ExportDifferences } from '@gatewarden/contract/ldap-export';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface ExportStateRow {
  readonly compare_requested_at: Date | null;
  readonly comparing_until: Date | null;
  readonly compared_at: Date | null;
  readonly counts: ExportCounts | null;
  readonly differences: ExportDifferences | null;
  readonly error: string | null;
  readonly failed_at: Date | null;
  readonly attempts: number;
  readonly retry_at: Date | null;
}

export async function getState(db: Database | Tx): Promise<ExportStateRow> {
  const { rows } = await sql<ExportStateRow>`
    select compare_requested_at, comparing_until, compared_at, counts, differences, error, failed_at, attempts, retry_at
    from ldap_export`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the state of the export is missing');
  return row;
}

/** Compares everything as soon as possible, also while the directory did not answer. */
export async function requestComparison(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('ldap_export').set({ compare_requested_at: now, retry_at: null }).execute();
}

/** A process that has not finished by then has ended. */
const comparisonMinutes = 20;

/**
 * Whether this process does the comparison that was due in the state that it read; false if another process does it or has
 * done it meanwhile.
 */
export async function claimComparison(
  db: Database,
  { compare_requested_at, compared_at }: Pick<ExportStateRow, 'compare_requested_at' | 'compared_at'>,
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .updateTable('ldap_export')
    .set({ comparing_until: new Date(now.getTime() + comparisonMinutes * 60_000), compare_requested_at: null })
    .where((is) => is.or([is('comparing_until', 'is', null), is('comparing_until', '<=', now)]))
    .where('compare_requested_at', 'is not distinct from', compare_requested_at)
    .where('compared_at', 'is not distinct from', compared_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** A comparison that failed is repeated. */
export async function abandonComparison(db: Database, now: Date): Promise<void> {
  await db.updateTable('ldap_export').set({ comparing_until: null, compare_requested_at: now }).execute();
}

export async function saveComparison(
  tx: Tx,
  now: Date,
  { counts, differences }: { readonly counts: ExportCounts; readonly differences: ExportDifferences },
): Promise<void> {
  const values = { counts: JSON.stringify(counts), differences: JSON.stringify(differences) };
  await tx
    .updateTable('ldap_export')
    .set({ ...values, comparing_until: null, compared_at: now })
    .execute();
}

export async function saveFailure(
  tx: Tx,
  { error, attempts, retryAt, now }: { error: string; attempts: number; retryAt: Date; now: Date },
): Promise<void> {
  await sql`
    update ldap_export set error = ${error}, attempts = ${attempts}, retry_at = ${retryAt},
      failed_at = coalesce(failed_at, ${now})`.execute(tx);
}

export async function clearFailure(tx: Tx): Promise<void> {
  const values = { error: null, failed_at: null, attempts: 0, retry_at: null };
  await tx.updateTable('ldap_export').set(values).where('error', 'is not', null).execute();
}

/** As if nothing had ever been written, except for the links of entries. */
export async function resetState(tx: Tx): Promise<void> {
  const nothing = { compare_requested_at: null, comparing_until: null, compared_at: null, counts: null };
  const noFailure = { differences: null, error: null, failed_at: null, attempts: 0, retry_at: null };
  await tx
    .updateTable('ldap_export')
    .set({ ...nothing, ...noFailure })
    .execute();
}
