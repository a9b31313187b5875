/** Errors that a caller can receive, with their HTTP statuses. */
export const notificationErrors = { notification_not_found: 404, notification_retained: 409 } as const;

/** Messages for API clients. */
export const notificationErrorMessages = {
  notification_not_found: 'Notification not found',
  notification_retained: 'Notifications about your account can be marked as read, but not dismissed',
} as const satisfies Record<keyof typeof notificationErrors, string>;

/**
 * Kinds about the account of the reader. They are listed for 30 days and cannot be dismissed: a stolen session
 * must not hide what was done with it.
 */
export const retainedNotificationKinds = [
  'new_sign_in',
  'password_changed',
  'password_removed',
  'factor_added',
  'factor_removed',
  'factors_removed',
  'recovery_codes_replaced',
  'access_stopped',
  'device_added',
  'device_removed',
  'device_restored',
] as const;

/** Whether its reader cannot dismiss a notification of this kind. */
export function isRetainedNotification(kind: string): boolean {
  return (retainedNotificationKinds as readonly string[]).includes(kind);
}
