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

/** Ours: how long traffic is stored. */
export const retentionSettings = settingsSection({
  answer: z.object({
    /** Days for which the traffic of devices is stored by the hour; then it is stored by the day. */
    traffic_detail_days: z.int(),
    /** Days for which traffic is stored by the day. */
    traffic_history_days: z.int(),
  }),
  change: z.object({
    traffic_detail_days: z.int().min(7).max(92),
    traffic_history_days: z.int().min(92).max(1_830),
  }),
  defaults: { traffic_detail_days: 35, traffic_history_days: 400 },
});
