// Reads component for the link of a gateway, location for its name, location_network for its address families, and location_state for the version that a gateway
// should run.
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type JsonRow, reviveDates } from '../../platform/database/json-rows.ts';
import type { GatewaySnapshot } from './gateways.events.ts';

export interface GatewayRow {
  readonly id: string;
  readonly location_id: number;
  readonly location_name: string;
  readonly name: string | null;
  readonly hostname: string;
  readonly version: string;
  readonly backend: string | null;
  /** As last written by its stream; see `isConnected`. */
  readonly connected: boolean;
  readonly connected_at: Date | null;
  readonly disconnected_at: Date | null;
  readonly seen_at: Date | null;
  readonly held_version: number;
  /** Null if unknown. */
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
  /** Null if unknown; of the families that the location has, see `has_ipv4` and `has_ipv6`. */
  readonly forwards_ipv4: boolean | null;
  readonly forwards_ipv6: boolean | null;
  readonly has_ipv4: boolean;
  readonly has_ipv6: boolean;
}

/** Whether the location has a network of this address family. */
function hasFamily(family: 4 | 6) {
  return sql<boolean>`exists (select from location_network n
    where n.location_id = gateway_location.id and family(n.address) = ${sql.lit(family)})`;
}

/** Gateways that were not removed. */
function selectGateways(db: Database) {
  return db
    .selectFrom('gateway as g')
    .innerJoin('component as c', 'c.id', 'g.id')
    .innerJoin('location as gateway_location', 'gateway_location.id', 'c.location_id')
    .innerJoin('location_state as s', 's.location_id', 'gateway_location.id')
    .select([
      hasFamily(4).as('has_ipv4'),
      hasFamily(6).as('has_ipv6'),
      'g.forwards_ipv4',
      'g.forwards_ipv6',
      'g.id',
      'gateway_location.id as location_id',
      'gateway_location.name as location_name',
      'c.name',
      'c.hostname',
      'c.version',
      'g.backend',
      'c.connected',
      'c.connected_at',
      'c.disconnected_at',
      'c.seen_at',
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
      'c.revoked_at',
    ])
    .where('c.removed_at', 'is', null);
}

/** Gateways of all locations, in the order in which they joined. */
export function listAllGateways(db: Database): Promise<GatewayRow[]> {
  return selectGateways(db).orderBy('c.created_at').orderBy('g.id').execute();
}

/** Gateways of these locations, in the order in which they joined. */
export function listGateways(db: Database, locationIds: readonly number[]): Promise<GatewayRow[]> {
  return selectGateways(db)
    .where('c.location_id', '=', anyOf(locationIds))
    .orderBy('c.created_at')
    .orderBy('g.id')
    .execute();
}

/**
 * A subquery that returns the gateways of a location, in the order in which they joined. `locationId` may refer to the
 * table `location` of the outer query under any alias but `gateway_location`: aliases of the subquery hide outer ones.
 */
export function gatewaysAsJson(db: Database, locationId: Expression<number>) {
  const gateways = selectGateways(db).where('c.location_id', '=', locationId);
  return jsonArrayFrom(gateways.orderBy('c.created_at').orderBy('g.id'));
}

/** A gateway as `gatewaysAsJson` returns it. */
export type GatewayJson = JsonRow<ReturnType<typeof gatewaysAsJson>>;

export function toGatewayRow(gateway: GatewayJson): GatewayRow {
  return reviveDates(
    gateway,
    ...(['connected_at', 'disconnected_at', 'seen_at', 'acknowledged_at', 'verified_at', 'drift_since'] as const),
    'revoked_at',
  );
}

/** Existing gateways with these ids, removed ones included, oldest first. */
export function listGatewaysById(tx: Tx, ids: readonly string[]): Promise<GatewaySnapshot[]> {
  return tx
    .selectFrom('gateway as g')
    .innerJoin('component as c', 'c.id', 'g.id')
    .innerJoin('location as l', 'l.id', 'c.location_id')
    .select(['g.id', 'l.id as location_id', 'c.name', 'c.hostname'])
    .where('g.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('c.created_at')
    .execute();
}

export async function insertGateway(tx: Tx, id: string): Promise<void> {
  await tx.insertInto('gateway').values({ id }).execute();
}

/** Number of gateways of a location, revoked ones included. Exact because the caller locks the join secret first. */
export async function countGateways(tx: Tx, locationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('gateway as g')
    .innerJoin('component as c', 'c.id', 'g.id')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('c.location_id', '=', locationId)
    .where('c.removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of gateways in service whose interface differs from their state, and since when the first of them differs. */
export async function countDrifted(db: Database): Promise<{ count: number; since: Date | null }> {
  return db
    .selectFrom('gateway as g')
    .innerJoin('component as c', 'c.id', 'g.id')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('g.drift_since').as('since')])
    .where('g.drift_since', 'is not', null)
    .where('c.revoked_at', 'is', null)
    .where('c.removed_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function findLocationName(db: Database | Tx, locationId: number): Promise<string | undefined> {
  const found = await db.selectFrom('location').select('name').where('id', '=', locationId).executeTakeFirst();
  return found?.name;
}
