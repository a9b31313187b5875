import { z } from 'zod';
import { Username } from './primitives.ts';
import { settingsSection } from './settings-section.ts';

export const userSettings = settingsSection({
  answer: z.object({
    /** Ours: user names that cannot be assigned, in addition to those of system accounts and API paths. */
    reserved_usernames: z.array(z.string()),
  }),
  change: z.object({
    /** In addition to the built-in ones; case-insensitive. */
    reserved_usernames: z.array(Username).max(200),
  }),
  defaults: { reserved_usernames: [] },
  // another person could take a name that is no longer reserved
  protects: ['reserved_usernames'],
});
