import { oneOf, searchOf, text } from '../../lib/search.ts';
import { windowHours } from './time-window.ts';

const views = ['grid', 'list'] as const;
export type View = (typeof views)[number];

const parameters = { hours: oneOf(windowHours), view: oneOf(views) };

export const overviewSearch = searchOf(parameters);

/** With a search for connected users. */
export const locationOverviewSearch = searchOf({ ...parameters, q: text(128) });
