import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { GatewaySafe } from './gateways.events.ts';

/** Those of the gateways that exist, also removed ones, oldest first. */
export function listGatewaysById(tx: Tx, ids: readonly string[]): Promise<GatewaySafe[]> {
  return tx
    .selectFrom('gateway')
    .select(['id', 'location_id', 'name', 'hostname'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('created_at')
    .execute();
}
