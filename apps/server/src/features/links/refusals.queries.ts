import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { RefusalReason } from './component.ts';

export interface NewRefusal {
  readonly kind: string;
  readonly at: Date;
  /** Null if the attempt did not reveal it. */
  readonly locationId: number | null;
  /** Null if the attempt did not reveal it. */
  readonly componentId: string | null;
  readonly ip: string | null;
  readonly hostname: string | null;
  readonly reason: RefusalReason;
}

/** Per kind and location, and as many again without a known location. Bounds what attempts can store. */
const maxPerLocation = 100;

/** Stores the refusal and deletes the oldest ones beyond the limit. The location is null if it does not exist. */
export async function insertRefusal(tx: Tx, refusal: NewRefusal): Promise<void> {
  const { rows } = await sql<{ location_id: number | null }>`
    insert into component_refusal (kind, at, location_id, component_id, ip, hostname, reason)
    values (${refusal.kind}, ${refusal.at}, (select id from location where id = ${refusal.locationId}),
      ${refusal.componentId}, ${refusal.ip}, ${refusal.hostname}, ${refusal.reason})
    returning location_id`.execute(tx);
  const locationId = rows[0]?.location_id ?? null;
  await sql`
    delete from component_refusal where id in (
      select id from component_refusal where kind = ${refusal.kind} and location_id is not distinct from ${locationId}
      order by at desc, id desc offset ${maxPerLocation})`.execute(tx);
}

export interface RefusalRow {
  readonly at: Date;
  readonly ip: string | null;
  readonly hostname: string | null;
  readonly reason: RefusalReason;
  /** Name of the component whose credential it was. */
  readonly component: string | null;
}

/** Refusals of the location and those without a known location, newest first. */
export function listRefusals(db: Database, kind: string, locationId: number): Promise<RefusalRow[]> {
  return db
    .selectFrom('component_refusal as r')
    .leftJoin('component as c', 'c.id', 'r.component_id')
    .select([
      'r.at',
      sql<string | null>`host(r.ip)`.as('ip'),
      'r.hostname',
      sql<RefusalReason>`r.reason`.as('reason'),
      sql<string | null>`coalesce(c.name, c.hostname)`.as('component'),
    ])
    .where('r.kind', '=', kind)
    .where((is) => is.or([is('r.location_id', '=', locationId), is('r.location_id', 'is', null)]))
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxPerLocation)
    .execute();
}
