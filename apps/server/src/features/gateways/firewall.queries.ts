// Reads location, device and group_member to compute which rights gateways enforce.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Assignment } from './peers.queries.ts';

/** `off`: everything is forwarded. Otherwise what happens to connections about which no rule decides. */
export type FirewallMode = 'off' | 'deny' | 'allow';

export interface FirewallRow {
  readonly location_id: number;
  readonly current: FirewallMode;
  /** According to the location. */
  readonly wanted: FirewallMode;
}

/** The caller has locked the states. In ascending order. */
export async function listFirewallModes(tx: Tx, locationIds: readonly number[]): Promise<FirewallRow[]> {
  const { rows } = await sql<FirewallRow>`
    select s.location_id, s.firewall_mode as current,
      case when not l.acl_enabled then 'off' when l.acl_default_allow then 'allow' else 'deny' end as wanted
    from location_state s join location l on l.id = s.location_id
    where s.location_id = any(${[...locationIds]}::int[]) order by s.location_id`.execute(tx);
  return rows;
}

/** A peer as a source of connections. */
export interface SourceRow {
  readonly device_id: number;
  readonly kind: 'user' | 'network';
  readonly user_id: number;
  /** Of the owner, ascending; empty for network devices. */
  readonly groups: number[];
}

/** The sources of a location, or those of these devices. */
export async function listSources(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<SourceRow[]> {
  const isSelected = deviceIds ? sql`p.device_id = any(${[...deviceIds]}::int[])` : sql`true`;
  const { rows } = await sql<SourceRow>`
    with source as materialized (
      select p.device_id, d.kind, d.user_id from peer p join device d on d.id = p.device_id
      where p.location_id = ${locationId} and not p.removed and ${isSelected}
    ), membership as (
      select m.user_id, array_agg(m.group_id order by m.group_id) as groups from group_member m
      where m.user_id in (select user_id from source where kind = 'user') group by m.user_id
    )
    select s.device_id, s.kind, s.user_id, case when s.kind = 'user' then coalesce(m.groups, '{}') else '{}' end as groups
    from source s left join membership m on m.user_id = s.user_id
    order by s.device_id`.execute(tx);
  return rows;
}

/** Those of these locations that have access control, in ascending order. */
export async function listFilteredLocations(tx: Tx, locationIds: readonly number[] | 'all'): Promise<number[]> {
  const isSelected = locationIds === 'all' ? sql`true` : sql`id = any(${[...locationIds]}::int[])`;
  const { rows } = await sql<{ id: number }>`
    select id from location where acl_enabled and ${isSelected} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Peers of these users in locations with access control. */
export async function listFilteredAssignments(tx: Tx, userIds: readonly number[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select dl.location_id, dl.device_id from device d join device_location dl on dl.device_id = d.id
    join location l on l.id = dl.location_id
    where d.user_id = any(${[...userIds]}::int[]) and d.kind = 'user' and l.acl_enabled
    order by dl.location_id, dl.device_id`.execute(tx);
  return rows;
}

/** Sets mode and protected entries. Returns whether they changed; then they get the next version of the location. */
export async function setFirewall(
  tx: Tx,
  locationId: number,
  { mode, protectedEntries }: { readonly mode: FirewallMode; readonly protectedEntries: Uint8Array },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update location_state
    set firewall_mode = ${mode}, protected = ${Buffer.from(protectedEntries)}, firewall_version = version + 1
    where location_id = ${locationId}
      and (firewall_mode, protected) is distinct from (${mode}, ${Buffer.from(protectedEntries)}::bytea)`.execute(tx);
  return numAffectedRows === 1n;
}

export interface StoredProfile {
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly entries: Uint8Array;
}

/** Adds the profiles that the location does not have. Returns the ids of all of them by digest. */
export async function addProfiles(
  tx: Tx,
  locationId: number,
  profiles: readonly StoredProfile[],
): Promise<Map<string, number>> {
  if (profiles.length === 0) return new Map();
  const digests = profiles.map(({ digest }) => digest);
  await sql`
    insert into access_profile (location_id, digest, entries, added_version)
    select ${locationId}, decode(p.digest, 'hex'), p.entries, s.version + 1
    from unnest(${digests}::text[], ${profiles.map(({ entries }) => Buffer.from(entries))}::bytea[]) p (digest, entries)
    join location_state s on s.location_id = ${locationId}
    on conflict (location_id, digest) where removed_at is null do nothing`.execute(tx);
  const { rows } = await sql<{ id: number; digest: string }>`
    select id, encode(digest, 'hex') as digest from access_profile
    where location_id = ${locationId} and removed_at is null
      and digest in (select decode(d, 'hex') from unnest(${digests}::text[]) d)`.execute(tx);
  return new Map(rows.map(({ id, digest }) => [digest, id]));
}

/** A peer and its profile; null if it has none. */
export interface PeerProfile {
  readonly deviceId: number;
  readonly profileId: number | null;
}

/** Sets the profiles of peers. Returns whether any changed; those get the next version of the location. */
export async function setPeerProfiles(tx: Tx, locationId: number, peers: readonly PeerProfile[]): Promise<boolean> {
  if (peers.length === 0) return false;
  const { numAffectedRows = 0n } = await sql`
    update peer p set access_profile_id = w.profile_id, version = s.version + 1
    from unnest(${peers.map((each) => each.deviceId)}::int[], ${peers.map((each) => each.profileId)}::bigint[])
      w (device_id, profile_id), location_state s
    where p.location_id = ${locationId} and s.location_id = ${locationId} and p.device_id = w.device_id
      and not p.removed and p.access_profile_id is distinct from w.profile_id`.execute(tx);
  return numAffectedRows > 0n;
}

/** As `setPeerProfiles` with no profile for all peers of the location. */
export async function clearPeerProfiles(tx: Tx, locationId: number): Promise<void> {
  await sql`
    update peer p set access_profile_id = null, version = s.version + 1
    from location_state s
    where p.location_id = ${locationId} and s.location_id = ${locationId} and p.access_profile_id is not null`.execute(
    tx,
  );
}

/** Marks profiles that no peer has as removed, with the next version. Returns whether there were any. */
export async function removeUnusedProfiles(tx: Tx, locationId: number, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update access_profile a set removed_at = ${at}, removed_version = s.version + 1
    from location_state s
    where a.location_id = ${locationId} and s.location_id = ${locationId} and a.removed_at is null
      and not exists (select from peer p where p.access_profile_id = a.id)`.execute(tx);
  return numAffectedRows > 0n;
}

export interface ProfileRow {
  readonly id: number;
  readonly entries: Buffer;
}

/** Every profile that gateways should have. */
export function listProfiles(tx: Tx, locationId: number): Promise<ProfileRow[]> {
  return tx
    .selectFrom('access_profile')
    .select(['id', 'entries'])
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    .execute();
}

export interface ProfileChanges {
  readonly added: readonly ProfileRow[];
  /** Ids. */
  readonly removed: readonly number[];
}

/** The difference between the profiles at the version and the current ones. */
export async function listProfileChanges(tx: Tx, locationId: number, version: number): Promise<ProfileChanges> {
  const added = await tx
    .selectFrom('access_profile')
    .select(['id', 'entries'])
    .where('location_id', '=', locationId)
    .where('added_version', '>', version)
    .where('removed_at', 'is', null)
    .execute();
  const removed = await tx
    .selectFrom('access_profile')
    .select('id')
    .where('location_id', '=', locationId)
    .where('removed_version', '>', version)
    .where('added_version', '<=', version)
    .execute();
  return { added, removed: removed.map(({ id }) => id) };
}
