// Reads location for its name.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Devices that are connected to each location. */
export async function countConnected(db: Database): Promise<{ id: number; name: string; devices: number }[]> {
  const { rows } = await sql<{ id: number; name: string; devices: number }>`
    select l.id, l.name, count(distinct t.device_id)::int as devices
    from location l left join traffic_latest t on t.location_id = l.id and t.connected
    group by l.id, l.name order by l.id`.execute(db);
  return rows;
}
