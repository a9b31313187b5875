import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

/** In place of a stored license key in responses. Requests may send it back, which changes nothing. */
export const maskedLicense = '********';

export const licenceSettings = settingsSection({
  answer: z.object({
    /** `maskedLicense` if a key is stored. */
    license: z.string().nullable(),
  }),
  change: z.object({
    /** A license key; the empty text removes the stored one. */
    license: z.string().max(16_384),
  }),
  defaults: { license: null },
});
