import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { RefusalReason } from './gateways.events.ts';

export interface NewRefusal {
  readonly at: Date;
  /** Null when nothing in the attempt told. */
  readonly locationId: number | null;
  /** Null when nothing in the attempt told. */
  readonly gatewayId: string | null;
  readonly ip: string | null;
  readonly hostname: string | null;
  readonly reason: RefusalReason;
}

/** Per location, and as many of no known location: enough to see what goes on, whoever knocks. */
const keptPerLocation = 100;

/** Keeps the refusal and forgets the oldest ones beyond the bound. A location that does not exist is left out. */
export async function insertRefusal(tx: Tx, refusal: NewRefusal): Promise<void> {
  const { rows } = await sql<{ location_id: number | null }>`
    insert into gateway_refusal (at, location_id, gateway_id, ip, hostname, reason)
    values (${refusal.at}, (select id from location where id = ${refusal.locationId}), ${refusal.gatewayId},
      ${refusal.ip}, ${refusal.hostname}, ${refusal.reason})
    returning location_id`.execute(tx);
  const locationId = rows[0]?.location_id ?? null;
  await sql`
    delete from gateway_refusal where id in (
      select id from gateway_refusal where location_id is not distinct from ${locationId}
      order by at desc, id desc offset ${keptPerLocation})`.execute(tx);
}

export interface RefusalRow {
  readonly at: Date;
  readonly ip: string | null;
  readonly hostname: string | null;
  readonly reason: RefusalReason;
  /** How people call the gateway whose credential it was. */
  readonly gateway: string | null;
}

/** Those of the location and those of no known one, newest first. */
export function listRefusals(db: Database, locationId: number): Promise<RefusalRow[]> {
  return db
    .selectFrom('gateway_refusal as r')
    .leftJoin('gateway as g', 'g.id', 'r.gateway_id')
    .select([
      'r.at',
      sql<string | null>`host(r.ip)`.as('ip'),
      'r.hostname',
      sql<RefusalReason>`r.reason`.as('reason'),
      sql<string | null>`coalesce(g.name, g.hostname)`.as('gateway'),
    ])
    .where((is) => is.or([is('r.location_id', '=', locationId), is('r.location_id', 'is', null)]))
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(keptPerLocation)
    .execute();
}
