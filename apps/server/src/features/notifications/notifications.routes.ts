import * as contract from '@gatewarden/contract/notifications';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { NotificationRow } from './notifications.queries.ts';
import type { NotificationsService } from './notifications.service.ts';

export function addNotificationsRoutes(router: Router, notifications: NotificationsService): void {
  router.add(contract.listNotifications, async ({ actor, query }) => {
    const { rows, unread, next } = await notifications.list(actor, query.before);
    return { notifications: rows.map(presentNotification), unread, next };
  });
  router.add(contract.countNotifications, async ({ actor }) => ({ unread: await notifications.countUnread(actor) }));
  router.add(contract.readNotifications, async ({ actor, body }) => {
    await notifications.readUpTo(actor, body.up_to);
    return null;
  });
  router.add(contract.readNotification, async ({ actor, params }) => {
    await notifications.read(actor, params.id);
    return null;
  });
  router.add(contract.dismissNotification, async ({ actor, params }) => {
    await notifications.dismiss(actor, params.id);
    return null;
  });
}

function presentNotification(row: NotificationRow): contract.Notification {
  const { id, kind, at, is_read: read, count, subject, details } = row;
  return { id, kind, at: toNaive(at), read, count, subject, details };
}
