// Reads device (of devices) and user (of users) for whose devices connect.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface ClientRow {
  readonly device_id: number;
  readonly name: string;
  readonly user_id: number;
  readonly username: string;
}

/** Those of the devices that exist, with their owners, in no order. */
export function listClients(tx: Tx, deviceIds: readonly number[]): Promise<ClientRow[]> {
  return tx
    .selectFrom('device as d')
    .innerJoin('user as u', 'u.id', 'd.user_id')
    .select(['d.id as device_id', 'd.name', 'u.id as user_id', 'u.username'])
    .where('d.id', '=', sql<number>`any(${deviceIds})`)
    .execute();
}
