// Reads user, mfa, security_key, device, device_auth_key and device_location to count who could connect; other features write them.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { canSignInAtProvider, entitledUsers, hasConnectFactor } from '../locations/index.ts';

export interface Preview {
  readonly people: number;
  readonly without_factor: number;
  readonly names: string[];
  readonly without_provider: number;
  readonly names_without_provider: string[];
  readonly network_devices: number;
}

/** Who may use the location but has no factor that it accepts, or cannot sign in at a provider; `limit` names. */
export async function previewMfa(db: Database, locationId: number, limit: number): Promise<Preview> {
  const { rows } = await sql<Preview>`
    with entitled as materialized (
      select u.id, u.username, ${canSignInAtProvider} as has_provider, ${hasConnectFactor} as has_factor
      from ${entitledUsers(sql`select ${locationId}::int`, sql`select id from "user" where is_active`)} e
        join "user" u on u.id = e.user_id
    )
    select count(*)::int as people, (count(*) filter (where not has_factor))::int as without_factor,
      array(select username from entitled where not has_factor order by username limit ${limit}) as names,
      (count(*) filter (where not has_provider))::int as without_provider,
      array(select username from entitled where not has_provider order by username limit ${limit})
        as names_without_provider,
      (select count(*) from device_location dl join device d on d.id = dl.device_id
        where dl.location_id = ${locationId} and d.kind = 'network')::int as network_devices
    from entitled`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('expected one row');
  return row;
}
