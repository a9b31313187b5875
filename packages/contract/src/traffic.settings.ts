import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

const LocationView = z.enum(['grid', 'list']);

export const trafficSettings = settingsSection({
  answer: z.object({
    /** Ours: how the overview shows locations to users without the preference `location_view`. */
    default_location_view: LocationView,
  }),
  change: z.object({ default_location_view: LocationView }),
  defaults: { default_location_view: 'grid' },
});
