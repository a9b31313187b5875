import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

/** What users who are not administrators cannot do. */
export const Restrictions = z.object({
  /** Add, change and delete devices, also their own. */
  admin_device_management: z.boolean(),
  /** Add and change devices other than with a client, and see their configuration. */
  only_client_activation: z.boolean(),
  /** Send all traffic through the VPN; clients apply it, also those of administrators. */
  disable_all_traffic: z.boolean(),
});

/** Limit for devices that users add themselves; 0: no limit. Administrators may exceed it, also for other users. */
export const DeviceLimit = z.object({ devices_per_user: z.int().min(0).max(1000) });

export const deviceSettings = settingsSection({
  answer: z.object({
    /** Ours: limit of devices for a user who is not an administrator; 0: no limit. */
    devices_per_user: z.int(),
    ...Restrictions.shape,
  }),
  change: z.object({ ...DeviceLimit.shape, ...Restrictions.shape }),
  defaults: {
    devices_per_user: 10,
    admin_device_management: false,
    only_client_activation: false,
    disable_all_traffic: false,
  },
});
