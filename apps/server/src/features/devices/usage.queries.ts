// Reads location to distinguish one without devices from an unknown one; locations writes it.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface LocationUsage {
  /** Users with a user device in the location. */
  readonly users: number;
  readonly user_devices: number;
  readonly network_devices: number;
}

/** How many are assigned to the location, connected or not; undefined if there is no such location. */
export function findLocationUsage(db: Database, locationId: number): Promise<LocationUsage | undefined> {
  return db
    .selectFrom('location as l')
    .leftJoin('device_location as dl', 'dl.location_id', 'l.id')
    .leftJoin('device as d', 'd.id', 'dl.device_id')
    .select([
      sql<number>`count(distinct d.user_id) filter (where d.kind = 'user')`.as('users'),
      sql<number>`count(*) filter (where d.kind = 'user')`.as('user_devices'),
      sql<number>`count(*) filter (where d.kind = 'network')`.as('network_devices'),
    ])
    .where('l.id', '=', locationId)
    .groupBy('l.id')
    .executeTakeFirst();
}
