// Reads device_address and location for the addresses of a device.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

const pauseMinutes = 5;

/** A pause that seems to have begun in the future is over: the clock was set back. */
const isPauseOver = (now: Date) =>
  sql<boolean>`(device_mail.mailed_at <= ${new Date(now.getTime() - pauseMinutes * 60_000)} or device_mail.mailed_at > ${now})`;

/** Whether a change is mailed immediately; if not, it is counted, and `takePendingChanges` returns it after the pause. */
export async function claimDeviceMail(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const canMailNow = sql<boolean>`device_mail.pending = 0 and ${isPauseOver(now)}`;
  const { rows } = await sql<{ pending: number }>`
    insert into device_mail (user_id, mailed_at) values (${userId}, ${now})
    on conflict (user_id) do update set
      mailed_at = case when ${canMailNow} then ${now} else device_mail.mailed_at end,
      pending = case when ${canMailNow} then 0 else device_mail.pending + 1 end
    returning pending`.execute(tx);
  return rows[0]?.pending === 0;
}

/** Users whose pause is over and who had changes that were not mailed; at most `limit`, the longest pauses first. */
export async function listUsersWithPendingChanges(db: Database, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from device_mail where pending > 0 and ${isPauseOver(now)}
    order by mailed_at, user_id limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** The number of changes that were not mailed; 0 if another replica takes them. Starts the next pause of the user. */
export async function takePendingChanges(tx: Tx, userId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with due as (
      select user_id, pending from device_mail
      where user_id = ${userId} and pending > 0 and ${isPauseOver(now)} for update skip locked)
    update device_mail set pending = 0, mailed_at = ${now} from due where due.user_id = device_mail.user_id
    returning due.pending as changes`.execute(tx);
  return rows[0]?.changes ?? 0;
}

/** Deletes rows that no longer have an effect. */
export async function purgeDeviceMails(db: Database, now: Date): Promise<void> {
  await sql`delete from device_mail where pending = 0 and ${isPauseOver(now)}`.execute(db);
}

/** Name of each location of the device with its addresses there, by name, at most `limit`. */
export async function listAddressTexts(tx: Tx, deviceId: number, limit: number): Promise<[string, string][]> {
  const { rows } = await sql<{ name: string; addresses: string }>`
    select l.name, string_agg(host(a.address), ', ' order by a.position) as addresses
    from device_address a join location l on l.id = a.location_id where a.device_id = ${deviceId}
    group by l.id, l.name order by l.name, l.id limit ${limit}`.execute(tx);
  return rows.map(({ name, addresses }) => [name, addresses]);
}
