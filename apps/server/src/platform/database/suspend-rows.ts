import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Tables whose rows belong to a user and can be suspended. */
type Suspendable = 'auth_key' | 'security_key';

interface Suspension {
  readonly userId: number;
  /** Rows that were created before are not suspended. */
  readonly since: Date;
  readonly at: Date;
}

/** Suspends the rows that the user added since the instant. Returns how many rows were not suspended before. */
export async function suspendRows(tx: Tx, table: Suspendable, { userId, since, at }: Suspension): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set suspended_at = ${at}
    where user_id = ${userId} and created_at >= ${since} and suspended_at is null`.execute(tx);
  return Number(numAffectedRows);
}
