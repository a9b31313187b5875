import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface LastSeenRow {
  readonly device_id: number;
  readonly location_id: number;
  readonly endpoint: string | null;
  readonly latest_handshake: Date;
  readonly removed: boolean;
}

/** What was last said of each of the devices at each location, whichever gateway said it; in no order. */
export async function listLastSeen(db: Database | Tx, deviceIds: readonly number[]): Promise<LastSeenRow[]> {
  const { rows } = await sql<LastSeenRow>`
    select distinct on (device_id, location_id) device_id, location_id, endpoint, latest_handshake, removed
    from traffic_latest where device_id = any(${deviceIds})
    order by device_id, location_id, latest_handshake desc`.execute(db);
  return rows;
}
