// Reads location to tell one without devices from one that does not exist; locations writes it.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface LocationUsage {
  /** Those with a user device there. */
  readonly users: number;
  readonly user_devices: number;
  readonly network_devices: number;
}

/** How many have a place in the location, connected or not; undefined when there is no such location. */
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
