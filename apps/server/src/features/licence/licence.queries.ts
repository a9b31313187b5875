// Reads user, device and location to count what a license limits.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Counts } from './licence-state.ts';

export interface LicenceRow {
  readonly latest_at: Date | null;
  readonly state: string | null;
  readonly are_features_enabled: boolean | null;
  readonly renewal_attempted_at: Date | null;
  readonly renewal_error: string | null;
}

const columns = ['latest_at', 'state', 'are_features_enabled', 'renewal_attempted_at', 'renewal_error'] as const;

export function getRow(db: Database | Tx): Promise<LicenceRow> {
  return db.selectFrom('licence').select(columns).executeTakeFirstOrThrow();
}

/** Waits for other changes of the license. */
export function lockRow(tx: Tx): Promise<LicenceRow> {
  return tx.selectFrom('licence').select(columns).forUpdate().executeTakeFirstOrThrow();
}

export async function setRow(tx: Tx, values: Partial<LicenceRow>): Promise<void> {
  await tx.updateTable('licence').set(values).execute();
}

/** All users, user devices, locations and network devices. */
export async function countAll(db: Database | Tx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from "user")::integer as users,
      d.users as devices, d.networks as network_devices,
      (select count(*) from location)::integer as locations
    from (select (count(*) filter (where kind = 'user'))::integer as users,
      (count(*) filter (where kind = 'network'))::integer as networks from device) d`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('nothing was counted');
  return counts;
}
