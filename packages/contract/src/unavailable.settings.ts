import { z } from 'zod';

/** Settings of features that do not exist yet. Requests may contain their current values, but not change them. */
export const UnavailableSettings = z.object({
  challenge_template: z.string(),
});

/** Interface reference §7.5. */
export const unavailableDefaults: z.infer<typeof UnavailableSettings> = {
  challenge_template: '',
};
