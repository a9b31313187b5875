import { count, instant, oneOf, searchOf, text, texts } from '../../lib/search.ts';

/** Times up to now that the log can be narrowed to. */
export const timePresets = ['1h', '24h', '7d', '30d'] as const;
export type TimePreset = (typeof timePresets)[number];

const list = texts(254, 100);

/** Events and modules are checked by the screen. */
export const activitySearch = searchOf({
  time: oneOf(timePresets),
  /** Instead of `time`; inclusive. */
  from: instant,
  until: instant,
  person: list,
  event: list,
  module: list,
  location: list,
  q: text(256),
  /** Column, with a minus before it for the other way round. */
  sort: text(256),
  page: count,
  /** The entry that is open beside the list. */
  entry: count,
});
export type ActivitySearch = ReturnType<typeof activitySearch>;
