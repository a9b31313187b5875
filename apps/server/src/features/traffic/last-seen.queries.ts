import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { JsonRow } from '../../platform/database/json-rows.ts';

interface LastSeenRow {
  readonly device_id: number;
  readonly location_id: number;
  readonly endpoint: string | null;
  /** The name that administrators gave it, never its host name; null if it has none, or if its row was deleted. */
  readonly gateway: string | null;
  readonly latest_handshake: Date;
  readonly removed: boolean;
}

/**
 * A subquery that returns the latest sample of each device of a user at each location, from any of its gateways; in no
 * order.
 */
export function lastSeenAsJson(userId: Expression<number>) {
  return jsonArrayFrom(sql<LastSeenRow>`(
    select distinct on (t.device_id, t.location_id)
      t.device_id, t.location_id, t.endpoint, c.name as gateway, t.latest_handshake, t.removed
    from traffic_latest t left join component c on c.id = t.gateway_id
    where t.device_id in (select id from device where user_id = ${userId})
    order by t.device_id, t.location_id, t.latest_handshake desc)`);
}

/** A sample as `lastSeenAsJson` returns it. */
export type LastSeenJson = JsonRow<ReturnType<typeof lastSeenAsJson>>;
