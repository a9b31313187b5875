import type { EventRules } from '../event-rules.ts';

interface NotificationEvents {
  /** Broadcast, not stored: these users have new notifications, or read or dismissed some. */
  'notifications.changed': { readonly userIds: readonly number[] };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends NotificationEvents {}
}

export const notificationEvents = {
  'notifications.changed': {
    // what a notification is about is logged; reading it changes nothing for others
    entry: 'not logged',
    stale: { own: ['notifications'], isAbout: ({ userIds }, { userId }) => userIds.includes(userId) },
  },
} as const satisfies EventRules<NotificationEvents>;
