/** Errors that a caller can receive, with their HTTP statuses. */
export const notificationErrors = { notification_not_found: 404 } as const;

/** Messages for API clients. */
export const notificationErrorMessages = {
  notification_not_found: 'Notification not found',
} as const satisfies Record<keyof typeof notificationErrors, string>;
