// Reads device for its name, location for its name and location_state for the version that a gateway should run.
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
  /** Null when that is unknown. */
  readonly held_state_id: string | null;
  readonly wanted_version: number;
  readonly wanted_state_id: string;
  readonly acknowledged_at: Date | null;
  readonly apply_milliseconds: number | null;
  readonly last_error: string | null;
  readonly problems: string[];
  readonly verified_at: Date | null;
  readonly drift_since: Date | null;
  readonly capabilities: number[];
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
      'g.held_state_id',
      's.version as wanted_version',
      's.state_id as wanted_state_id',
      'g.acknowledged_at',
      'g.apply_milliseconds',
      'g.last_error',
      'g.problems',
      'g.verified_at',
      'g.drift_since',
      'g.capabilities',
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

/** How many joined it since then, including those that were removed. The caller locks the location's state first. */
export async function countJoined(tx: Tx, locationId: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('gateway')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .where('created_at', '>', since)
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

/** Gateways in service whose interface differs from their state, and since when the first of them does. */
export async function countDrifted(db: Database): Promise<{ count: number; since: Date | null }> {
  return db
    .selectFrom('gateway')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('drift_since').as('since')])
    .where('drift_since', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** By public key; devices that are gone are missing. */
export async function listDeviceNames(tx: Tx, publicKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('device')
    .select(['public_key', 'name'])
    .where('public_key', '=', sql<string>`any(${[...publicKeys]})`)
    .execute();
  return new Map(rows.map(({ public_key, name }) => [public_key ?? '', name]));
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
