// Reads component for the links of gateways, and location for its name.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Of a gateway that is already recorded, the beginning remains. */
export async function insertOutage(tx: Tx, gatewayId: string, since: Date): Promise<void> {
  await tx
    .insertInto('gateway_outage')
    .values({ gateway_id: gatewayId, since })
    .onConflict((is) => is.doNothing())
    .execute();
}

/** Deletes an outage that was not announced. Returns whether there is one that was. */
export async function deleteUnannounced(tx: Tx, gatewayId: string): Promise<boolean> {
  await tx.deleteFrom('gateway_outage').where('gateway_id', '=', gatewayId).where('announced', '=', false).execute();
  const announced = tx.selectFrom('gateway_outage').select('since').where('gateway_id', '=', gatewayId);
  return (await announced.executeTakeFirst()) !== undefined;
}

export interface GatewayOutage {
  readonly id: string;
  readonly name: string;
  readonly hostname: string;
  readonly location_id: number;
  readonly location: string;
  readonly since: Date;
}

interface Instants {
  /** A gateway seen later is connected. */
  readonly staleBefore: Date;
  /** Outages that began later are not announced yet. */
  readonly dueBefore: Date;
  readonly limit: number;
}

const isConnected = (instant: Date) => sql`(c.connected and coalesce(c.seen_at >= ${instant}, false))`;
const described = sql`c.id, coalesce(c.name, c.hostname) as name, c.hostname, l.id as location_id, l.name as location, o.since`;

/**
 * Deletes the outages of gateways that are connected again or no longer in service. Returns the announced ones of
 * gateways that are connected, at most `limit`.
 */
export async function takeEndedOutages(tx: Tx, { staleBefore, limit }: Instants): Promise<GatewayOutage[]> {
  const { rows } = await sql<GatewayOutage & { readonly announced: boolean; readonly is_connected: boolean }>`
    with ended as (
      select o.gateway_id from gateway_outage o join component c on c.id = o.gateway_id
      where c.removed_at is not null or c.revoked_at is not null or ${isConnected(staleBefore)}
      order by o.gateway_id limit ${limit} for update of o skip locked
    ), deleted as (
      delete from gateway_outage o using ended e where o.gateway_id = e.gateway_id
      returning o.gateway_id, o.since, o.announced
    )
    select ${described}, o.announced,
      c.removed_at is null and c.revoked_at is null and ${isConnected(staleBefore)} as is_connected
    from deleted o join component c on c.id = o.gateway_id join location l on l.id = c.location_id
    order by o.since, c.id`.execute(tx);
  return rows.filter(({ announced, is_connected }) => announced && is_connected);
}

/** Marks outages as announced that have lasted long enough, at most `limit`, and returns them. */
export async function markDueOutages(tx: Tx, { staleBefore, dueBefore, limit }: Instants): Promise<GatewayOutage[]> {
  const { rows } = await sql<GatewayOutage>`
    with due as (
      select o.gateway_id from gateway_outage o join component c on c.id = o.gateway_id
      where not o.announced and o.since <= ${dueBefore} and c.removed_at is null and c.revoked_at is null
        and not ${isConnected(staleBefore)}
      order by o.gateway_id limit ${limit} for update of o skip locked
    ), marked as (
      update gateway_outage o set announced = true from due d where o.gateway_id = d.gateway_id
      returning o.gateway_id, o.since
    )
    select ${described} from marked o join component c on c.id = o.gateway_id join location l on l.id = c.location_id
    order by o.since, c.id`.execute(tx);
  return rows;
}
/**
 * Marks outages as mailed that began between the instants and still last, at most `limit`, and returns them.
 */
export async function markMailedOutages(
  tx: Tx,
  { staleBefore, notBefore, dueBefore, limit }: Instants & { readonly notBefore: Date },
): Promise<GatewayOutage[]> {
  const { rows } = await sql<GatewayOutage>`
    with due as (
      select o.gateway_id from gateway_outage o join component c on c.id = o.gateway_id
      where not o.mailed and o.since <= ${dueBefore} and o.since >= ${notBefore}
        and c.removed_at is null and c.revoked_at is null and not ${isConnected(staleBefore)}
      order by o.gateway_id limit ${limit} for update of o skip locked
    ), marked as (
      update gateway_outage o set mailed = true from due d where o.gateway_id = d.gateway_id
      returning o.gateway_id, o.since
    )
    select ${described} from marked o join component c on c.id = o.gateway_id join location l on l.id = c.location_id
    order by o.since, c.id`.execute(tx);
  return rows;
}

/** Records outages of which no event was published: a gateway that reconnects all the time exceeds its allowance. */
export async function insertUnrecorded(db: Database | Tx, { staleBefore, limit }: Instants, now: Date): Promise<void> {
  await sql`
    insert into gateway_outage (gateway_id, since)
    select c.id, coalesce(case when c.connected then c.seen_at else c.disconnected_at end, ${now}) from component c
    where c.kind = 'gateway' and c.connected_at is not null and c.removed_at is null and c.revoked_at is null
      and not ${isConnected(staleBefore)} and not exists (select from gateway_outage o where o.gateway_id = c.id)
    order by c.id limit ${limit} on conflict do nothing`.execute(db);
}
