import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { GatewaySafe } from './gateways.events.ts';

const hour = 3_600_000;
/** Clocks of replicas differ by less; a row that is further ahead is from before the clock was set back. */
const skew = 60_000;
const strangersKey = 'strangers';

interface Claim {
  /** Undefined for strangers, who share one allowance. */
  readonly gatewayId: string | undefined;
  /** Entries in an hour. */
  readonly limit: number;
  readonly now: Date;
}

/** Whether there is room for one more entry in this hour; else it is counted as omitted. */
export async function claimEntry(tx: Tx, { gatewayId, limit, now }: Claim): Promise<boolean> {
  const { rows } = await sql<{ is_logged: boolean }>`
    insert into gateway_log_allowance as a (key, gateway_id, since, logged, omitted, is_logged)
    values (${gatewayId ?? strangersKey}, ${gatewayId ?? null}, ${now}, 1, 0, true)
    on conflict (key) do update set
      logged = a.logged + case when a.logged < ${limit} then 1 else 0 end,
      omitted = a.omitted + case when a.logged < ${limit} then 0 else 1 end,
      is_logged = a.logged < ${limit}
    returning is_logged`.execute(tx);
  return rows[0]?.is_logged ?? false;
}

export interface Omitted {
  /** Null for strangers. */
  readonly gateway: GatewaySafe | null;
  readonly count: number;
}

/** Removes the allowances of hours that are over, and returns those with omitted entries. */
export async function takeOmitted(tx: Tx, now: Date): Promise<Omitted[]> {
  const { rows } = await sql<{ gateway: GatewaySafe | null; count: number }>`
    with taken as (
      delete from gateway_log_allowance
      where since <= ${new Date(now.getTime() - hour)} or since > ${new Date(now.getTime() + skew)}
      returning gateway_id, omitted
    )
    select t.omitted as count, case when g.id is not null then
      jsonb_build_object('id', g.id, 'location_id', g.location_id, 'name', g.name, 'hostname', g.hostname) end as gateway
    from taken t left join gateway g on g.id = t.gateway_id
    where t.omitted > 0
    order by g.created_at nulls last`.execute(tx);
  return rows;
}
