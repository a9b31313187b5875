// Reads component for the link of a gateway, location for its name, and device for the owners of peers.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StateName } from './location-state.queries.ts';

/** Ids of the locations whose gateways should have a peer that belongs to the user, in ascending order. */
export async function listLocationsWithPeersOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('peer as p')
    .innerJoin('device as d', 'd.id', 'p.device_id')
    .select('p.location_id')
    .distinct()
    .where('d.user_id', '=', userId)
    .where('p.removed', '=', false)
    .orderBy('p.location_id')
    .execute();
  return rows.map((row) => row.location_id);
}

/**
 * Requests confirmation of the current version from each gateway in service of these locations. Pending confirmations
 * of the subject remain; confirmed ones are deleted.
 */
export async function insertConfirmations(
  tx: Tx,
  { subject, locationIds, at }: { subject: string; locationIds: readonly number[]; at: Date },
): Promise<void> {
  await tx.deleteFrom('gateway_awaited').where('subject', '=', subject).where('confirmed_at', 'is not', null).execute();
  await sql`
    insert into gateway_awaited (subject, gateway_id, version, asked_at)
    select ${subject}, g.id, s.version, ${at}
    from gateway g join component c on c.id = g.id join location_state s on s.location_id = c.location_id
    where c.location_id = any(${[...locationIds]}::int[]) and c.revoked_at is null and c.removed_at is null
    on conflict (subject, gateway_id) do update set version = excluded.version, asked_at = excluded.asked_at`.execute(
    tx,
  );
}

/**
 * Records that the gateway holds this state. A state that the location never had, as after a restore, confirms nothing.
 */
export async function setConfirmed(
  tx: Tx,
  gatewayId: string,
  { version, stateId }: StateName,
  at: Date,
): Promise<void> {
  if (stateId === '') return;
  await tx
    .updateTable('gateway_awaited')
    .set({ confirmed_at: at })
    .where('gateway_id', '=', gatewayId)
    .where('confirmed_at', 'is', null)
    .where('version', '<=', version)
    .where((is) =>
      is.exists(
        is
          .selectFrom('component as c')
          .innerJoin('location_state_history as h', 'h.location_id', 'c.location_id')
          .select('c.id')
          .where('c.id', '=', gatewayId)
          .where('h.version', '=', version)
          .where('h.state_id', '=', stateId),
      ),
    )
    .execute();
}

export interface ConfirmationRow {
  readonly id: string;
  readonly location_id: number;
  readonly location_name: string;
  readonly name: string | null;
  readonly hostname: string;
  readonly connected: boolean;
  readonly seen_at: Date | null;
  readonly last_error: string | null;
  readonly asked_at: Date;
  readonly confirmed_at: Date | null;
}

/** Sorted by location, then by name. */
export function listConfirmations(db: Database | Tx, subject: string): Promise<ConfirmationRow[]> {
  return db
    .selectFrom('gateway_awaited as a')
    .innerJoin('gateway as g', 'g.id', 'a.gateway_id')
    .innerJoin('component as c', 'c.id', 'g.id')
    .innerJoin('location as l', 'l.id', 'c.location_id')
    .select([
      'g.id',
      'l.id as location_id',
      'l.name as location_name',
      'c.name',
      'c.hostname',
      'c.connected',
      'c.seen_at',
      'g.last_error',
      'a.asked_at',
      'a.confirmed_at',
    ])
    .where('a.subject', '=', subject)
    .orderBy('l.name')
    .orderBy(sql`coalesce(c.name, c.hostname)`)
    .orderBy('g.id')
    .execute();
}

/** Deletes what was requested before the instant. */
export async function purgeConfirmations(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('gateway_awaited').where('asked_at', '<', before).execute();
}
