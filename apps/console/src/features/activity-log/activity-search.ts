import { count, instant, oneOf, searchOf, text, texts } from '../../lib/search.ts';

/** Periods up to now that the log can be filtered by. */
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
  /** Column, with a leading minus for descending order. */
  sort: text(256),
  page: count,
  /** Entry that is open beside the list. */
  entry: count,
});
export type ActivitySearch = ReturnType<typeof activitySearch>;
