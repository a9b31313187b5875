// Reads component for the link of an edge.
import type { Database, Tx } from '../../platform/database/database.ts';
import type { EdgeSnapshot } from './edges.events.ts';

export interface EdgeRow extends EdgeSnapshot {
  readonly created_at: Date;
  /** Null until an edge joins at the address; the same applies to the fields below. */
  readonly component_id: string | null;
  readonly hostname: string | null;
  readonly version: string | null;
  /** As last written by its stream; see `isConnected`. */
  readonly connected: boolean | null;
  readonly connected_at: Date | null;
  readonly disconnected_at: Date | null;
  readonly seen_at: Date | null;
  readonly joined_at: Date | null;
}

/** Oldest first. */
export function listEdges(db: Database | Tx): Promise<EdgeRow[]> {
  return db
    .selectFrom('edge as e')
    .leftJoin('component as c', 'c.id', 'e.component_id')
    .select(['e.id', 'e.address', 'e.created_at', 'e.component_id', 'c.hostname', 'c.version'])
    .select(['c.connected', 'c.connected_at', 'c.disconnected_at', 'c.seen_at', 'c.created_at as joined_at'])
    .orderBy('e.id')
    .execute();
}

export interface EdgeTarget extends EdgeSnapshot {
  readonly component_id: string | null;
}

/** Locked until the transaction ends; undefined if it does not exist. */
export function lockEdge(tx: Tx, by: { readonly id: number } | { readonly address: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['address', by.address] as const);
  return tx
    .selectFrom('edge')
    .select(['id', 'address', 'component_id'])
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst() satisfies Promise<EdgeTarget | undefined>;
}

export function findEdgeOf(db: Database | Tx, componentId: string): Promise<EdgeSnapshot | undefined> {
  return db.selectFrom('edge').select(['id', 'address']).where('component_id', '=', componentId).executeTakeFirst();
}

/** Undefined if another edge has the address. */
export async function insertEdge(tx: Tx, address: string, at: Date): Promise<EdgeSnapshot | undefined> {
  const row = await tx
    .insertInto('edge')
    .values({ address, created_at: at })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row && { id: row.id, address };
}

/** Additions at the same time may not see each other. */
export async function countEdges(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('edge')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteEdge(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('edge').where('id', '=', id).execute();
}

export async function setComponent(tx: Tx, id: number, componentId: string): Promise<void> {
  await tx.updateTable('edge').set({ component_id: componentId }).where('id', '=', id).execute();
}
