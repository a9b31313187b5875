import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

export const deviceSettings = settingsSection({
  answer: z.object({
    /** Ours: limit of devices for a user who is not an administrator; 0: no limit. */
    devices_per_user: z.int(),
  }),
  change: z.object({
    /** Limit for devices that users add themselves; 0: no limit. Administrators may exceed it, also for other users. */
    devices_per_user: z.int().min(0).max(1000),
  }),
  defaults: { devices_per_user: 10 },
});
