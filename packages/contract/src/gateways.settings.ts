import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

const thresholdMinutes = z.int().min(1).max(1_440);

/** Mails to administrators about gateways. */
export const gatewaySettings = settingsSection({
  answer: z.object({
    gateway_disconnect_notifications_enabled: z.boolean(),
    /** Minutes that a gateway must be disconnected. */
    gateway_disconnect_notifications_inactivity_threshold: z.int(),
    gateway_disconnect_notifications_reconnect_notification_enabled: z.boolean(),
  }),
  change: z.object({
    gateway_disconnect_notifications_enabled: z.boolean(),
    gateway_disconnect_notifications_inactivity_threshold: thresholdMinutes,
    gateway_disconnect_notifications_reconnect_notification_enabled: z.boolean(),
  }),
  defaults: {
    gateway_disconnect_notifications_enabled: false,
    gateway_disconnect_notifications_inactivity_threshold: 5,
    gateway_disconnect_notifications_reconnect_notification_enabled: false,
  },
});
