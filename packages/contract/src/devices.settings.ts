import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

export const deviceSettings = settingsSection({
  answer: z.object({
    /** Ours: how many devices a user who is not an administrator may have; 0: no limit. */
    devices_per_user: z.int(),
  }),
  change: z.object({
    /** That users add themselves; 0: no limit. Administrators may go beyond it, for others too. */
    devices_per_user: z.int().min(0).max(1000),
  }),
  defaults: { devices_per_user: 10 },
});
