import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { retainedNotificationKinds } from './notifications.names.ts';
import { Id, NaiveTimestamp, PathId, pathInteger } from './primitives.ts';

/**
 * What people are notified of. Administrators:
 * - `gateway_disconnected`: a gateway has been disconnected for more than a minute. `gateway_connected`: it is connected
 *   again. `details` has `location_id`, `location`, `since`, when it disconnected, and for the second `seconds`.
 * - `users_imported`: `details` has `users`, how many, and `username`, who imported them.
 * - `certificate_expires`: core could not renew the certificate that it presents to gateways; `details` has `expires_at`.
 * - `scim_removals_stopped`: SCIM clients reached the limit of removals; `details` has `removed` and `managed`.
 * - `delivery_stopped`: core turned off a webhook or a stream of the activity log after failures; `details` has `destination`,
 *   `webhook` or `stream`, and `error`.
 * - `update_available`: a release is newer than core; `details` has `version` and `critical`.
 *
 * Owner, and for the token of an administrator all administrators:
 * - `api_token_expires`: within 14 days; `details` has `username`, the owner, and `expires_at`.
 *
 * Owner of the account. `details` has `by`, which is `owner`, `administrator` or `shell`, a command on the server, then
 * `username` of the administrator, and, if they are known, `address` and `browser`:
 * - `new_sign_in`: from a browser (`new_browser`) or an address (`new_address`) that is new to the account; without `by`.
 * - `password_changed`, `password_removed`, `recovery_codes_replaced`.
 * - `factor_added`, `factor_removed`: `details` has `factor`, `totp`, `email` or `security_key`, and for a key its `name`.
 * - `factors_removed`: two-factor authentication is off.
 * - `access_stopped`: an administrator ended all access; `details` has `disabled`.
 * - `device_added`, `device_removed`, `device_restored`: by an administrator.
 */
export const notificationKinds = [
  'gateway_disconnected',
  'gateway_connected',
  'users_imported',
  'certificate_expires',
  'api_token_expires',
  'scim_removals_stopped',
  'delivery_stopped',
  'update_available',
  ...retainedNotificationKinds,
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Older notifications are deleted. */
export const notificationDays = 30;
/** A person has at most this many; the oldest are deleted. */
export const maxNotifications = 200;
export const notificationPageSize = 20;

/** What a notification is about. `id` as in the paths of the API. */
export const NotificationSubject = z.object({
  type: z.enum(['gateway', 'api_token', 'device', 'webhook', 'activity_stream']),
  id: z.string(),
  name: z.string(),
});
export type NotificationSubject = z.infer<typeof NotificationSubject>;

export const NotificationDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type NotificationDetails = z.infer<typeof NotificationDetails>;

export const Notification = z.object({
  /** Later notifications have higher ids. If it happens again while the notification is unread, the id changes. */
  id: Id,
  kind: z.enum(notificationKinds),
  /** When it happened last. */
  at: NaiveTimestamp,
  read: z.boolean(),
  /** How often it happened since the reader last read about it. */
  count: z.int().min(1),
  /** Null if it is about the account or the instance. */
  subject: NotificationSubject.nullable(),
  /** Values for the console's text, without secrets. */
  details: NotificationDetails,
});
export type Notification = z.infer<typeof Notification>;

const unread = z.int().min(0).max(maxNotifications);

/** The topic `notifications` becomes stale when the caller's notifications change. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  access: 'user',
  area: 'sign-in',
  summary: 'List your notifications of the last 30 days, latest first, 20 per page',
  query: z.object({
    /** The `next` of the previous page; absent for the first page. */
    before: pathInteger(Number.MAX_SAFE_INTEGER, 'id').optional(),
  }),
  response: z.object({
    notifications: z.array(Notification),
    /** Of all pages. */
    unread,
    /** Null on the last page. */
    next: Id.nullable(),
  }),
});

export const countNotifications = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  access: 'user',
  area: 'sign-in',
  summary: 'Count your unread notifications',
  response: z.object({ unread }),
});

/** Harmless to repeat, as are the others. Notifications that arrived later than the list that the reader saw stay unread. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  access: 'user',
  area: 'sign-in',
  summary: 'Mark your notifications as read, up to the given one',
  body: z.object({ up_to: Id }),
  response: z.null(),
});

const IdParam = z.object({ id: PathId });

export const readNotification = endpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  access: 'user',
  area: 'sign-in',
  summary: 'Mark one of your notifications as read',
  params: IdParam,
  response: z.null(),
  errors: ['notification_not_found'],
});

/** Notifications about the own account are retained: `retainedNotificationKinds`. */
export const dismissNotification = endpoint({
  method: 'DELETE',
  path: '/notifications/:id',
  access: 'user',
  area: 'sign-in',
  summary: 'Dismiss one of your notifications, unless it is about your account',
  params: IdParam,
  response: z.null(),
  errors: ['notification_not_found', 'notification_retained'],
});
