import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

export const authSettings = settingsSection({
  answer: z.object({
    /** Ours: how many minutes a proof of identity is valid; 0: re-authentication is off. */
    reauthentication_minutes: z.int(),
  }),
  change: z.object({
    /** 0 turns re-authentication off: every signed-in session has all rights of its user. */
    reauthentication_minutes: z.int().min(0).max(1440),
  }),
  defaults: { reauthentication_minutes: 15 },
  protects: ['reauthentication_minutes'],
});
