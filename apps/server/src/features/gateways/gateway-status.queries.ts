// Reads location_state_history for the states that a location had, and device for names.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { StateName } from './location-state.queries.ts';

export interface Hello {
  readonly backend: 'kernel' | 'userspace' | null;
  readonly held: StateName;
  readonly protocolVersion: number;
  /** Numbers of the protocol's `Capability`. */
  readonly capabilities: readonly number[];
}

/**
 * Stores what a gateway reports about itself when it connects. If it holds another state of the location than recorded,
 * that state counts as acknowledged: the acknowledgement was lost with a replica or a connection.
 */
export async function setHello(
  tx: Tx,
  { id, location_id }: { readonly id: string; readonly location_id: number },
  { backend, held, protocolVersion, capabilities, at }: Hello & { readonly at: Date },
): Promise<void> {
  const isKnown = sql<boolean>`exists (select from location_state_history h
    where h.location_id = ${location_id} and h.version = ${held.version} and h.state_id = ${held.stateId || null}::uuid)`;
  await tx
    .updateTable('gateway')
    .set({
      backend,
      held_version: held.version,
      held_state_id: held.stateId || null,
      protocol_version: protocolVersion,
      capabilities: [...capabilities],
      acknowledged_at: sql<Date | null>`case when held_state_id is distinct from ${held.stateId || null}::uuid and ${isKnown}
        then ${at} else acknowledged_at end`,
    })
    .where('id', '=', id)
    .execute();
}

export interface StatusChanges {
  readonly held_version?: number;
  readonly acknowledged_at?: Date;
  readonly apply_milliseconds?: number;
  readonly last_error?: string | null;
  readonly held_state_id?: string;
  readonly problems?: string[];
  readonly verified_at?: Date;
  readonly drift_since?: RawBuilder<Date> | null;
  readonly drift_logged?: false;
}

/** The value of the column, or `at` if it is null. */
export function unlessSet(column: 'drift_since', at: Date): RawBuilder<Date> {
  return sql<Date>`coalesce(${sql.ref(column)}, ${at})`;
}

/** The caller must have verified that the stream owns the gateway. */
export async function setStatus(tx: Tx, id: string, changes: StatusChanges): Promise<void> {
  await tx.updateTable('gateway').set(changes).where('id', '=', id).execute();
}

export interface ForwardingReport {
  /** Null if unknown. */
  readonly ipv4: boolean | null;
  readonly ipv6: boolean | null;
}

/** Returns whether it differs from the last report. */
export async function setForwarding(tx: Tx, id: string, { ipv4, ipv6 }: ForwardingReport, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({ forwards_ipv4: ipv4, forwards_ipv6: ipv6, forwarding_changed_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`(forwards_ipv4, forwards_ipv6) is distinct from (${ipv4}::boolean, ${ipv6}::boolean)`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if it was already marked; `setStatus` resets the mark once the gateway has its state again. */
export async function markDriftLogged(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({ drift_logged: true })
    .where('id', '=', id)
    .where('drift_logged', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Names by public key; deleted devices are missing. */
export async function listDeviceNames(tx: Tx, publicKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('device')
    .select(['public_key', 'name'])
    .where('public_key', '=', sql<string>`any(${[...publicKeys]})`)
    .execute();
  return new Map(rows.map(({ public_key, name }) => [public_key ?? '', name]));
}
