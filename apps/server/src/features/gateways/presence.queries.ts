// Reads location_state_history for the states that a location had.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StateName } from './location-state.queries.ts';

export interface Connecting {
  readonly streamId: string;
  /** Replica that holds the stream. */
  readonly coreId: string;
  readonly at: Date;
  /** Where the stream comes from; null when it was gone before it could be read. */
  readonly ip: string | null;
  readonly hostname: string;
  readonly agentVersion: string;
  readonly backend: 'kernel' | 'userspace' | null;
  readonly held: StateName;
  readonly protocolVersion: number;
  /** Numbers of the protocol's `Capability`. */
  readonly capabilities: readonly number[];
}

/**
 * From now on this stream speaks for the gateway. A state of the location that it holds and was not known to hold counts
 * as acknowledged: the acknowledgement was lost with a core or a connection. Returns false when it was revoked or removed.
 */
export async function setConnected(tx: Tx, id: string, connecting: Connecting): Promise<boolean> {
  const { held } = connecting;
  const isKnown = sql<boolean>`exists (select from location_state_history h
    where h.location_id = gateway.location_id and h.version = ${held.version} and h.state_id = ${held.stateId || null}::uuid)`;
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({
      connected: true,
      connected_at: connecting.at,
      disconnected_at: null,
      seen_at: connecting.at,
      stream_id: connecting.streamId,
      core_id: connecting.coreId,
      ip: connecting.ip,
      hostname: connecting.hostname,
      agent_version: connecting.agentVersion,
      backend: connecting.backend,
      held_version: held.version,
      held_state_id: held.stateId || null,
      protocol_version: connecting.protocolVersion,
      capabilities: [...connecting.capabilities],
      acknowledged_at: sql<Date | null>`case when held_state_id is distinct from ${held.stateId || null}::uuid and ${isKnown}
        then ${connecting.at} else acknowledged_at end`,
    })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface StatusChanges {
  readonly seen_at?: Date;
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

/** The value of the column, or `at` where there is none. */
export function unlessSet(column: 'drift_since', at: Date): RawBuilder<Date> {
  return sql<Date>`coalesce(${sql.ref(column)}, ${at})`;
}

/** Returns false when the stream does not speak for the gateway any more: a newer one does, or it was revoked. */
export async function setStatus(
  db: Database | Tx,
  { id, streamId }: { id: string; streamId: string },
  changes: StatusChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gateway')
    .set(changes)
    .where('id', '=', id)
    .where('stream_id', '=', streamId)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false when it was marked already; `setStatus` resets the mark once the gateway has its state again. */
export async function markDriftLogged(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({ drift_logged: true })
    .where('id', '=', id)
    .where('drift_logged', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether it was neither revoked nor removed, nor went with its location. */
export async function isInService(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('gateway')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Addresses from which gateways in service connected last, if one was heard there since; the latest first. */
export async function listAddresses(db: Database, { since, limit }: { since: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('gateway')
    .select(sql<string>`host(ip)`.as('address'))
    .where('ip', 'is not', null)
    .where('seen_at', '>=', since)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .groupBy('ip')
    .orderBy(({ fn }) => fn.max('seen_at'), 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ address }) => address);
}

/** Returns false when the stream did not speak for the gateway any more. */
export async function setDisconnected(
  tx: Tx,
  { id, streamId, at }: { id: string; streamId: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({ connected: false, disconnected_at: at, stream_id: null })
    .where('id', '=', id)
    .where('stream_id', '=', streamId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface LostRow {
  readonly id: string;
  readonly location_id: number;
  readonly name: string | null;
  readonly hostname: string;
}

/** Marks those disconnected whose stream was last heard before the instant: its core died with it. */
export function markLost(tx: Tx, heardBefore: Date): Promise<LostRow[]> {
  return tx
    .updateTable('gateway')
    .set({ connected: false, disconnected_at: sql<Date>`seen_at`, stream_id: null })
    .where('connected', '=', true)
    .where('seen_at', '<', heardBefore)
    .returning(['id', 'location_id', 'name', 'hostname'])
    .execute();
}
