import { z } from 'zod';

/** Times up to now that the log can be narrowed to. */
export const timePresets = ['1h', '24h', '7d', '30d'] as const;
export type TimePreset = (typeof timePresets)[number];

const text = z.coerce.string().max(256).optional().catch(undefined);
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined);
/** One value is as good as a list of one: addresses are also written by hand. */
const texts = z
  .preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(z.coerce.string().max(254)).min(1).max(100).optional(),
  )
  .catch(undefined);
const count = z.coerce.number().int().min(1).optional().catch(undefined);

/** What of the log stands in its address; anything else there is dropped. Events and modules are looked at by the screen. */
export const ActivitySearch = z.object({
  time: z.enum(timePresets).optional().catch(undefined),
  /** Instead of `time`; inclusive. */
  from: instant,
  until: instant,
  person: texts,
  event: texts,
  module: texts,
  location: texts,
  q: text,
  /** Column, with a minus before it for the other way round. */
  sort: text,
  page: count,
  /** The entry that is open beside the list. */
  entry: count,
});
export type ActivitySearch = z.infer<typeof ActivitySearch>;
