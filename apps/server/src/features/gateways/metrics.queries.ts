// Reads location for its name, and component for the links of gateways.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { staleBefore } from '../links/index.ts';

interface GatewayCounts {
  readonly id: number;
  readonly name: string;
  readonly connected: number;
  /** Of those that are connected. */
  readonly incomplete: number;
  readonly disconnected: number;
}

/** Gateways in service of each location, those without one included. */
export async function countGateways(db: Database, now: Date): Promise<GatewayCounts[]> {
  const isConnected = sql`c.connected and c.seen_at >= ${staleBefore(now)}`;
  const { rows } = await sql<GatewayCounts>`
    select l.id, l.name, count(*) filter (where ${isConnected})::int as connected,
      count(*) filter (where ${isConnected} and not coalesce(
        g.held_version = s.version and g.held_state_id = s.state_id and g.problems = '{}'
          and g.drift_since is null, false))::int as incomplete,
      count(*) filter (where c.id is not null and not coalesce(${isConnected}, false))::int as disconnected
    from location l
    left join component c on c.location_id = l.id and c.kind = 'gateway' and c.removed_at is null and c.revoked_at is null
    left join gateway g on g.id = c.id
    left join location_state s on s.location_id = l.id
    group by l.id, l.name order by l.id`.execute(db);
  return rows;
}
