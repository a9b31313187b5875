import { DomainError } from '@gatewarden/contract/errors';
import { notificationPageSize } from '@gatewarden/contract/notifications';
import { isRetainedNotification } from '@gatewarden/contract/notifications.names';
import type { Actor } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import './notifications.events.ts';
import * as queries from './notifications.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Pick<Events, 'broadcast'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Adds the notification within the transaction of what it is about, and shows it in open consoles after the commit. */
export type Notify = (
  tx: Tx,
  to: queries.Recipients,
  /** Without `at`, it happened now. */
  notification: Omit<queries.NewNotification, 'at'> & { readonly at?: Date },
) => Promise<void>;

export function createNotify({ events, clock }: Pick<Dependencies, 'events' | 'clock'>): Notify {
  return async (tx, to, notification) => {
    const userIds = await queries.insertNotification(tx, to, { at: clock.now(), ...notification });
    if (userIds.length === 0) return;
    await queries.deleteExcess(tx, userIds);
    await events.broadcast(tx, 'notifications.changed', { userIds });
  };
}

interface Page {
  readonly rows: readonly queries.NotificationRow[];
  readonly unread: number;
  /** The id before which the next page begins. */
  readonly next: number | null;
}

/** What users do with their own notifications. */
export interface NotificationsService {
  list(actor: Actor, before: number | undefined): Promise<Page>;
  countUnread(actor: Actor): Promise<number>;
  readUpTo(actor: Actor, id: number): Promise<void>;
  /** @throws notification_not_found */
  read(actor: Actor, id: number): Promise<void>;
  /** @throws notification_not_found, or notification_retained if it is about the account of the reader */
  dismiss(actor: Actor, id: number): Promise<void>;
}

export function createNotificationsService({ db, events, clock }: Dependencies): NotificationsService {
  const broadcastChange = (tx: Tx, { userId }: Actor) =>
    events.broadcast(tx, 'notifications.changed', { userIds: [userId] });

  type Change = (tx: Tx, reader: Actor, id: number, now: Date) => Promise<boolean>;
  const changeOne = (change: Change) => (actor: Actor, id: number) =>
    inTransaction(db, async (tx) => {
      if (!(await change(tx, actor, id, clock.now()))) throw new DomainError('notification_not_found');
      await broadcastChange(tx, actor);
    });

  return {
    async list(actor, before) {
      const [rows, unread] = await Promise.all([
        queries.listNotifications(db, actor, before),
        queries.countUnread(db, actor),
      ]);
      const shown = rows.slice(0, notificationPageSize);
      return { rows: shown, unread, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
    },
    countUnread: (actor) => queries.countUnread(db, actor),
    readUpTo: (actor, id) =>
      inTransaction(db, async (tx) => {
        if (await queries.setReadUpTo(tx, actor, id, clock.now())) await broadcastChange(tx, actor);
      }),
    read: changeOne(queries.setRead),
    dismiss: changeOne(async (tx, reader, id, now) => {
      const kind = await queries.findKind(tx, reader, id);
      if (kind && isRetainedNotification(kind)) throw new DomainError('notification_retained');
      return queries.setDismissed(tx, reader, id, now);
    }),
  };
}
