import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { notifyLocations, type StateName } from './location-state.queries.ts';

/** Sets the next version of the states, with new ids, and notifies every replica when the transaction commits. */
export async function setNextVersions(tx: Tx, locationIds: readonly number[], at: Date): Promise<void> {
  if (locationIds.length === 0) return;
  await sql`
    with changed as (
      update location_state set version = version + 1, changed_at = ${at}, state_id = gen_random_uuid()
      where location_id = any(${[...locationIds]}::int[])
      returning location_id, version, state_id, changed_at
    )
    insert into location_state_history (location_id, version, state_id, at) select * from changed`.execute(tx);
  await notifyLocations(tx, locationIds);
}

/** Makes all states that were sent before unknown, so that every gateway gets the full state. */
export async function renewStateIds(tx: Tx): Promise<void> {
  await tx.deleteFrom('location_state_history').execute();
  await sql`
    with renewed as (
      update location_state set state_id = gen_random_uuid() returning location_id, version, state_id, changed_at
    )
    insert into location_state_history (location_id, version, state_id, at)
    select * from renewed where version > 0`.execute(tx);
}

/** Whether the location had exactly this state, and the changes since then are still known. */
export async function hadState(tx: Tx, locationId: number, { version, stateId }: StateName): Promise<boolean> {
  if (stateId === '') return false;
  const found = await tx
    .selectFrom('location_state_history')
    .select('version')
    .where('location_id', '=', locationId)
    .where('version', '=', version)
    .where('state_id', '=', stateId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Deletes peers and access profiles that were removed before the instant and states that were replaced before it. Agents that still hold
 * such a state get the full state. Returns how many peers were deleted.
 */
export async function purgeRemovedPeers(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql<{ purged: number }>`
    with locked as (
      select location_id from location_state
      where location_id in (
        select location_id from peer where removed_at < ${before}
        union all select location_id from access_profile where removed_at < ${before})
      order by location_id for update
    ), deleted as (
      delete from peer p using locked where p.location_id = locked.location_id and p.removed_at < ${before}
      returning p.location_id, p.version
    ), deleted_profiles as (
      delete from access_profile a using locked where a.location_id = locked.location_id and a.removed_at < ${before}
      returning a.location_id, a.removed_version as version
    ), raised as (
      update location_state s set oldest_known_version = greatest(s.oldest_known_version, d.version)
      from (
        select location_id, max(version) as version
        from (select * from deleted union all select * from deleted_profiles) each group by location_id
      ) d
      where s.location_id = d.location_id
    )
    select count(*) as purged from deleted`.execute(tx);
  await sql`
    delete from location_state_history h using location_state s
    where s.location_id = h.location_id and h.version < s.version and h.at < ${before}`.execute(tx);
  return rows[0]?.purged ?? 0;
}
