// Reads component for the links of gateways, location for its name, and location_network for its address families.
import { Capability } from '@gatewarden/contract/gateway/v1';
import { maxAttentionPerKind } from '@gatewarden/contract/home';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AttentionFacts } from '../feature.ts';
import { staleBefore } from '../links/index.ts';

interface DisconnectedRow {
  readonly id: string;
  readonly name: string;
  readonly location_id: number;
  readonly location: string;
  readonly connected_at: Date;
  readonly down_since: Date | null;
  readonly is_last: boolean;
}

/** Gateways in service that were connected and are not, the latest first. */
export async function listDisconnected(db: Database, now: Date): Promise<AttentionFacts[]> {
  const isConnected = (component: string) =>
    sql<boolean>`(${sql.ref(`${component}.connected`)} and ${sql.ref(`${component}.seen_at`)} >= ${staleBefore(now)})`;
  const inService = (component: string) =>
    sql`${sql.ref(`${component}.kind`)} = 'gateway' and ${sql.ref(`${component}.removed_at`)} is null
      and ${sql.ref(`${component}.revoked_at`)} is null`;
  const { rows } = await sql<DisconnectedRow>`
    select c.id, coalesce(c.name, c.hostname) as name, l.id as location_id, l.name as location, c.connected_at,
      case when c.connected then c.seen_at else c.disconnected_at end as down_since,
      not exists (select from component other where other.location_id = c.location_id and other.id <> c.id
        and ${inService('other')} and ${isConnected('other')}) as is_last
    from component c join location l on l.id = c.location_id
    where ${inService('c')} and c.connected_at is not null and not coalesce(${isConnected('c')}, false)
    order by down_since desc nulls last, c.id limit ${maxAttentionPerKind}`.execute(db);
  return rows.map(({ id, name, location_id, location, connected_at, down_since, is_last }) => ({
    severity: is_last ? 'danger' : 'warning',
    since: down_since,
    subject: { type: 'gateway', id, name },
    details: { location_id, location, is_last },
    // the end of a connection is corrected if its replica crashed, its beginning is not
    occurrence: connected_at,
  }));
}

interface NotForwardingRow {
  readonly id: string;
  readonly name: string;
  readonly location_id: number;
  readonly location: string;
  readonly changed_at: Date;
  readonly ipv4: boolean;
  readonly ipv6: boolean;
}

/** Connected gateways whose machines do not forward packets of an address family of the location, the latest first. */
export async function listNotForwarding(db: Database, now: Date): Promise<AttentionFacts[]> {
  const isOff = (family: 4 | 6) => sql<boolean>`(${sql.ref(`g.forwards_ipv${family}`)} is false and exists (
    select from location_network n where n.location_id = c.location_id and family(n.address) = ${sql.lit(family)}))`;
  const { rows } = await sql<NotForwardingRow>`
    select c.id, coalesce(c.name, c.hostname) as name, l.id as location_id, l.name as location,
      g.forwarding_changed_at as changed_at, ${isOff(4)} as ipv4, ${isOff(6)} as ipv6
    from gateway g join component c on c.id = g.id join location l on l.id = c.location_id
    where c.removed_at is null and c.revoked_at is null and c.connected and c.seen_at >= ${staleBefore(now)}
      and ${Capability.FORWARDING}::int = any(g.capabilities) and (${isOff(4)} or ${isOff(6)})
    order by changed_at desc, c.id limit ${maxAttentionPerKind}`.execute(db);
  return rows.map(({ id, name, location_id, location, changed_at, ipv4, ipv6 }) => ({
    severity: 'warning',
    since: changed_at,
    subject: { type: 'gateway', id, name },
    details: { location_id, location, ipv4, ipv6 },
  }));
}

/** Locations to which no device can connect because they have no gateway, the latest first. */
export async function listLocationsWithoutGateway(db: Database): Promise<AttentionFacts[]> {
  const { rows } = await sql<{ id: number; name: string; since: Date }>`
    select l.id, l.name,
      greatest(l.created_at, max(least(coalesce(c.removed_at, c.revoked_at), coalesce(c.revoked_at, c.removed_at)))) as since
    from location l left join component c on c.location_id = l.id and c.kind = 'gateway'
    group by l.id
    having count(*) filter (where c.id is not null and c.removed_at is null and c.revoked_at is null) = 0
    order by since desc, l.id desc limit ${maxAttentionPerKind}`.execute(db);
  return rows.map(({ id, name, since }) => ({
    severity: 'warning',
    since,
    subject: { type: 'location', id: String(id), name },
  }));
}

/** Whether any gateway in service has ever connected. */
export async function hasConnectedGateway(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('component')
    .select('id')
    .where('kind', '=', 'gateway')
    .where('connected_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
