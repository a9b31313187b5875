// Reads user, group and group_member for the administrators.
import type { MailLanguage } from '@gatewarden/contract/mail';
import {
  maxNotifications,
  type NotificationDetails,
  type NotificationKind,
  type NotificationSubject,
  notificationPageSize,
} from '@gatewarden/contract/notifications';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface NewNotification {
  readonly kind: NotificationKind;
  /** While a reader has an unread notification with this key, it is replaced. */
  readonly key: string;
  readonly at: Date;
  /** Not shown to readers who are no administrators at the time of reading. */
  readonly forAdministrators?: true;
  readonly subject?: NotificationSubject;
  readonly details?: NotificationDetails;
  /** Another event about the same does not count again, such as the end of an outage. */
  readonly isContinuation?: true;
  /** Not inserted for readers who were notified with this key before, read or dismissed. */
  readonly isOnce?: true;
}

/** Users by their ids, or all active administrators. Those that no longer exist are left out. */
export type Recipients = 'administrators' | readonly number[];

/** Returns the ids of the readers whose notifications changed. */
export async function insertNotification(tx: Tx, to: Recipients, it: NewNotification): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into notification as n (user_id, kind, key, for_administrators, at, subject, details)
    select u.id, ${it.kind}, ${it.key}, ${it.forAdministrators ?? false}, ${it.at},
      ${it.subject ? JSON.stringify(it.subject) : null}::jsonb, ${JSON.stringify(it.details ?? {})}::jsonb
    from "user" u where ${isRecipient(to)} and ${it.isOnce ? hasNoneWithKey(it.key) : sql`true`}
    order by u.id
    on conflict (user_id, key) where read_at is null and dismissed_at is null do update set
      id = excluded.id, kind = excluded.kind, for_administrators = excluded.for_administrators, at = excluded.at,
      subject = excluded.subject, details = excluded.details, count = n.count + ${it.isContinuation ? 0 : 1}::integer
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

export interface Administrator {
  readonly email: string;
  readonly first_name: string;
  readonly language: MailLanguage;
}

/** All active administrators. */
export async function listAdministrators(tx: Tx): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.email, u.first_name, coalesce(u.language, 'en') as language from "user" u where ${isRecipient('administrators')} order by u.id`.execute(
    tx,
  );
  return rows;
}

function isRecipient(to: Recipients) {
  if (to !== 'administrators') return sql`u.id = any(${[...to]}::integer[])`;
  return sql`u.is_active
    and exists (select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin)`;
}

const hasNoneWithKey = (key: string) =>
  sql`not exists (select from notification former where former.user_id = u.id and former.key = ${key})`;

/** Deletes all but the latest `maxNotifications` of each of these users. */
export async function deleteExcess(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    delete from notification where id in (
      select excess.id from unnest(${[...userIds]}::integer[]) as reader (id) cross join lateral (
        select n.id from notification n where n.user_id = reader.id order by n.id desc offset ${maxNotifications}
      ) excess)`.execute(tx);
}

/** Who reads. Notifications for administrators are hidden from a user who is none now. */
export interface Reader {
  readonly userId: number;
  readonly isAdmin: boolean;
}

const isVisible = ({ userId, isAdmin }: Reader) =>
  sql<boolean>`user_id = ${userId} and dismissed_at is null and (not for_administrators or ${isAdmin}::boolean)`;

export interface NotificationRow {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly at: Date;
  readonly is_read: boolean;
  readonly count: number;
  readonly subject: NotificationSubject | null;
  readonly details: NotificationDetails;
}

/** Latest first; one more than a page if there is another page. */
export async function listNotifications(
  db: Database,
  reader: Reader,
  before: number | undefined,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, kind, at, read_at is not null as is_read, count, subject, details
    from notification where ${isVisible(reader)} and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
    order by id desc limit ${notificationPageSize + 1}`.execute(db);
  return rows;
}

export async function countUnread(db: Database, reader: Reader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select least(count(*), ${maxNotifications}) as unread from notification where ${isVisible(reader)} and read_at is null`.execute(
    db,
  );
  return rows[0]?.unread ?? 0;
}

/** Returns whether any was unread. */
export async function setReadUpTo(tx: Tx, reader: Reader, upTo: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification set read_at = ${now}
    where ${isVisible(reader)} and read_at is null and id <= ${upTo}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns whether the reader has the notification. */
export async function setRead(tx: Tx, reader: Reader, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification set read_at = coalesce(read_at, ${now})
    where ${isVisible(reader)} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Undefined if the reader has no such notification. */
export async function findKind(tx: Tx, reader: Reader, id: number): Promise<NotificationKind | undefined> {
  const { rows } = await sql<{ kind: NotificationKind }>`
    select kind from notification where ${isVisible(reader)} and id = ${id} for update`.execute(tx);
  return rows[0]?.kind;
}

/** Returns whether the reader had the notification. */
export async function setDismissed(tx: Tx, reader: Reader, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification set dismissed_at = ${now} where ${isVisible(reader)} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteNotificationsBefore(db: Database, instant: Date): Promise<void> {
  await db.deleteFrom('notification').where('at', '<', instant).execute();
}
