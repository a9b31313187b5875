import type { Notifications } from './notifications.ts';

/** For processes that write to the database but do not react to what others write. */
export const noNotifications: Notifications = {
  listen: () => () => undefined,
  listening: async () => undefined,
  onReconnect: () => undefined,
  onHeartbeat: () => undefined,
  onAvailability: () => undefined,
  stop: async () => undefined,
};
