import type { Notifications } from './notifications.ts';

/** For processes that write to the database but do not receive notifications. */
export const noNotifications: Notifications = {
  listen: () => () => undefined,
  listening: async () => undefined,
  onReconnect: () => undefined,
  onHeartbeat: () => undefined,
  onAvailability: () => undefined,
  stop: async () => undefined,
};
