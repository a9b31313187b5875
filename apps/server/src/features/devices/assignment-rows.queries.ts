// Reads location for what a device's configuration and page show of it; locations writes it.
import type { Address } from '@gatewarden/net/address';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Assignment } from './assignments.queries.ts';
import { parseStoredAddress } from './parse-stored-address.ts';

/** An assignment with what the device's configuration and page show of the location. */
export interface AssignmentRow extends Assignment {
  readonly name: string;
  readonly endpoint: string;
  readonly port: number;
  readonly dns: string | null;
  readonly allowed_ips: string[];
  readonly public_key: string;
  readonly keepalive_seconds: number;
  readonly mfa_mode: 'disabled' | 'internal' | 'external';
  /** In the order of the location's networks. */
  readonly addresses: readonly Address[];
}

/** By device, then by location; with `locationId` of this location alone. */
export async function listAssignmentRows(
  db: Database | Tx,
  deviceIds: readonly number[],
  locationId?: number,
): Promise<AssignmentRow[]> {
  const rows = await db
    .selectFrom('device_location as dl')
    .innerJoin('location as l', 'l.id', 'dl.location_id')
    .select([
      'dl.location_id',
      'dl.device_id',
      'l.name',
      'l.endpoint',
      'l.port',
      'l.dns',
      'l.allowed_ips',
      'l.public_key',
      'l.keepalive_seconds',
      sql<AssignmentRow['mfa_mode']>`l.mfa_mode`.as('mfa_mode'),
      sql<string[]>`array(select a.address from device_address a
        where a.device_id = dl.device_id and a.location_id = dl.location_id order by a.position)`.as('addresses'),
    ])
    .where('dl.device_id', '=', sql<number>`any(${deviceIds})`)
    .$if(locationId !== undefined, (query) => query.where('dl.location_id', '=', locationId ?? 0))
    .orderBy('dl.device_id')
    .orderBy('dl.location_id')
    .execute();
  return rows.map((row) => ({ ...row, addresses: row.addresses.map(parseStoredAddress) }));
}
