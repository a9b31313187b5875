import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Component } from './component.ts';
import { componentColumns } from './components.queries.ts';

export interface Connection {
  readonly streamId: string;
  /** Replica that has the stream. */
  readonly coreId: string;
  readonly at: Date;
  /** Remote address of the stream; null if the connection closed before it was read. */
  readonly ip: string | null;
  readonly hostname: string;
  readonly version: string;
}

/** Makes this stream the owner of the component. Returns false if the component was revoked or removed. */
export async function setConnected(tx: Tx, id: string, connection: Connection): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('component')
    .set({
      connected: true,
      connected_at: connection.at,
      disconnected_at: null,
      seen_at: connection.at,
      stream_id: connection.streamId,
      core_id: connection.coreId,
      ip: connection.ip,
      hostname: connection.hostname,
      version: connection.version,
    })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface StreamTime {
  readonly id: string;
  readonly streamId: string;
  readonly at: Date;
}

/**
 * Returns false if the stream no longer owns the component: a newer one does, or the component was revoked or removed.
 */
export async function setSeen(tx: Tx, { id, streamId, at }: StreamTime): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('component')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('stream_id', '=', streamId)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if the stream no longer owned the component. */
export async function setDisconnected(tx: Tx, { id, streamId, at }: StreamTime): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('component')
    .set({ connected: false, disconnected_at: at, stream_id: null })
    .where('id', '=', id)
    .where('stream_id', '=', streamId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Addresses from which components in service last connected, if they were seen since then; most recent first. */
export async function listAddresses(db: Database, { since, limit }: { since: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('component')
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

export interface StaleComponentRow extends Component {
  readonly kind: string;
}

/** Marks components as disconnected whose stream was last seen before the instant, because its replica crashed. */
export function markStale(tx: Tx, seenBefore: Date): Promise<StaleComponentRow[]> {
  return tx
    .updateTable('component')
    .set({ connected: false, disconnected_at: sql<Date>`seen_at`, stream_id: null })
    .where('connected', '=', true)
    .where('seen_at', '<', seenBefore)
    .returning(['kind', ...componentColumns])
    .execute();
}
