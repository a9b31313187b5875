// Reads device (of devices), user (of users) and location (of locations) for the names and owners of connected devices.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface ClientRow {
  readonly device_id: number;
  readonly name: string;
  readonly user_id: number;
  readonly username: string;
  readonly location: string;
}

/** Existing devices with their owners and the location's name, in no order. Empty if the location does not exist. */
export function listClients(tx: Tx, locationId: number, deviceIds: readonly number[]): Promise<ClientRow[]> {
  return tx
    .selectFrom('device as d')
    .innerJoin('user as u', 'u.id', 'd.user_id')
    .innerJoin('location as l', (join) => join.on('l.id', '=', locationId))
    .select(['d.id as device_id', 'd.name', 'u.id as user_id', 'u.username', 'l.name as location'])
    .where('d.id', '=', sql<number>`any(${deviceIds})`)
    .execute();
}
