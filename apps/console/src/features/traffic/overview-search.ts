import { z } from 'zod';
import { windowHours } from './time-window.ts';

const View = z.enum(['grid', 'list']);
export type View = z.infer<typeof View>;

/** What of an overview stands in its address; anything else there is dropped. */
export const OverviewSearch = z.object({
  hours: z.literal(windowHours).optional().catch(undefined),
  view: View.optional().catch(undefined),
});

/** That of one location, whose connected people can be searched. */
export const LocationOverviewSearch = OverviewSearch.extend({
  q: z.coerce.string().max(128).optional().catch(undefined),
});
