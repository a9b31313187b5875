// Reads location for what a device's configuration and page show of it; locations writes it.
import type { Address } from '@gatewarden/net/address';
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
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

/** By device, then by location. */
export async function listAssignmentRows(db: Database | Tx, deviceIds: readonly number[]): Promise<AssignmentRow[]> {
  return (await selectAssignments(db).where('dl.device_id', '=', anyOf(deviceIds)).execute()).map(toRow);
}

interface AssignmentOfOwner extends AssignmentRow {
  readonly user_id: number;
  readonly kind: 'user' | 'network';
}

/** With the kind and the owner of the device. */
export async function findAssignmentRow(
  db: Database,
  deviceId: number,
  locationId: number,
): Promise<AssignmentOfOwner | undefined> {
  const [row] = await selectAssignmentWithOwner(db, deviceId, locationId);
  return row && { ...toRow(row), user_id: row.user_id, kind: row.kind };
}

const selectAssignmentWithOwner = compileOnce((db, deviceId: number, locationId: number) =>
  selectAssignments(db)
    .innerJoin('device as d', 'd.id', 'dl.device_id')
    .select(['d.user_id', sql<AssignmentOfOwner['kind']>`d.kind`.as('kind')])
    .where('dl.device_id', '=', deviceId)
    .where('dl.location_id', '=', locationId)
    .compile(),
);

/** Assignments with the texts of their addresses; by device, then by location. */
export function selectAssignments(db: Database | Tx) {
  return db
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
    .orderBy('dl.device_id')
    .orderBy('dl.location_id');
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectAssignments>['executeTakeFirstOrThrow']>>;

function toRow(row: Selected): AssignmentRow {
  return { ...row, addresses: row.addresses.map(parseStoredAddress) };
}
