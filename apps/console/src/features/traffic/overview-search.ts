import { oneOf, searchOf, text } from '../../lib/search.ts';
import { windowHours } from './time-window.ts';

const views = ['grid', 'list'] as const;
export type View = (typeof views)[number];

const parameters = { hours: oneOf(windowHours), view: oneOf(views) };

export const overviewSearch = searchOf(parameters);

/** The connected users of a location can be searched. */
export const locationOverviewSearch = searchOf({ ...parameters, q: text(128) });
