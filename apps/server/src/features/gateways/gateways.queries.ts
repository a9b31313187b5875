// Reads location for its name and location_state for the version that a gateway should run.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface GatewayRow {
  readonly id: string;
  readonly location_id: number;
  readonly location_name: string;
  readonly name: string | null;
  readonly hostname: string;
  readonly agent_version: string;
  readonly backend: string | null;
  /** What its stream said last; see `isConnected`. */
  readonly connected: boolean;
  readonly connected_at: Date | null;
  readonly disconnected_at: Date | null;
  readonly seen_at: Date | null;
  readonly held_version: number;
  readonly wanted_version: number;
  readonly acknowledged_at: Date | null;
  readonly apply_milliseconds: number | null;
  readonly last_error: string | null;
  readonly revoked_at: Date | null;
}

/** Gateways that were not removed. */
function selectGateways(db: Database | Tx) {
  return db
    .selectFrom('gateway as g')
    .innerJoin('location as l', 'l.id', 'g.location_id')
    .innerJoin('location_state as s', 's.location_id', 'g.location_id')
    .select([
      'g.id',
      'g.location_id',
      'l.name as location_name',
      'g.name',
      'g.hostname',
      'g.agent_version',
      'g.backend',
      'g.connected',
      'g.connected_at',
      'g.disconnected_at',
      'g.seen_at',
      'g.held_version',
      's.version as wanted_version',
      'g.acknowledged_at',
      'g.apply_milliseconds',
      'g.last_error',
      'g.revoked_at',
    ])
    .where('g.removed_at', 'is', null);
}

/** Of all locations, in the order in which they joined. */
export function listAllGateways(db: Database): Promise<GatewayRow[]> {
  return selectGateways(db).orderBy('g.created_at').orderBy('g.id').execute();
}

/** Of these locations, in the order in which they joined. */
export function listGateways(db: Database, locationIds: readonly number[]): Promise<GatewayRow[]> {
  return selectGateways(db)
    .where('g.location_id', '=', sql<number>`any(${[...locationIds]})`)
    .orderBy('g.created_at')
    .orderBy('g.id')
    .execute();
}

/** Undefined when it is not there, was removed, or belongs to another location. Held until the transaction ends. */
export async function lockGateway(tx: Tx, locationId: number, id: string): Promise<GatewayRow | undefined> {
  const locked = await tx
    .selectFrom('gateway')
    .select('id')
    .where('id', '=', id)
    .where('location_id', '=', locationId)
    .forUpdate()
    .executeTakeFirst();
  return locked && selectGateways(tx).where('g.id', '=', id).executeTakeFirst();
}

export interface NewGatewayRow {
  readonly id: string;
  readonly location_id: number;
  readonly name: string | null;
  readonly hostname: string;
  readonly agent_version: string;
  readonly credential_hash: Buffer;
  readonly created_at: Date;
}

export async function insertGateway(tx: Tx, gateway: NewGatewayRow): Promise<void> {
  await tx.insertInto('gateway').values(gateway).execute();
}

/** How many a location has, including revoked ones. The caller locks the location's state first, so the number is exact. */
export async function countGateways(tx: Tx, locationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('gateway')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface CredentialRow {
  readonly id: string;
  readonly location_id: number;
  readonly name: string | null;
  readonly hostname: string;
  /** It was revoked or removed: the credential opens nothing any more. */
  readonly ended: boolean;
}

/** Whose credential it is, also when it was revoked or removed. */
export function findCredential(db: Database | Tx, credentialHash: Buffer): Promise<CredentialRow | undefined> {
  return db
    .selectFrom('gateway')
    .select([
      'id',
      'location_id',
      'name',
      'hostname',
      sql<boolean>`revoked_at is not null or removed_at is not null`.as('ended'),
    ])
    .where('credential_hash', '=', credentialHash)
    .executeTakeFirst();
}

export interface Connecting {
  readonly streamId: string;
  readonly at: Date;
  readonly hostname: string;
  readonly agentVersion: string;
  readonly backend: 'kernel' | 'userspace' | null;
  readonly heldVersion: number;
}

/**
 * From now on this stream speaks for the gateway. A version that it holds and that nobody knew it to hold counts as
 * acknowledged: the acknowledgement was lost with a core or a connection. Returns false when it was revoked or removed.
 */
export async function setConnected(tx: Tx, id: string, connecting: Connecting): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({
      connected: true,
      connected_at: connecting.at,
      disconnected_at: null,
      seen_at: connecting.at,
      stream_id: connecting.streamId,
      hostname: connecting.hostname,
      agent_version: connecting.agentVersion,
      backend: connecting.backend,
      held_version: connecting.heldVersion,
      acknowledged_at: sql<Date | null>`case when held_version <> ${connecting.heldVersion} and ${connecting.heldVersion} > 0
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

export async function setRevoked(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('gateway')
    .set({
      revoked_at: at,
      connected: false,
      disconnected_at: sql<Date>`case when connected then ${at} else disconnected_at end`,
      stream_id: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function setRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('gateway').set({ removed_at: at, stream_id: null }).where('id', '=', id).execute();
}

export async function hasLocation(db: Database | Tx, locationId: number): Promise<boolean> {
  const found = await db.selectFrom('location').select('id').where('id', '=', locationId).executeTakeFirst();
  return found !== undefined;
}
