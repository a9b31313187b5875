import { oneOf, searchOf, text } from '../../lib/search.ts';
import { windowHours } from './time-window.ts';

const views = ['grid', 'list'] as const;
export type View = (typeof views)[number];

const parameters = { hours: oneOf(windowHours), view: oneOf(views) };

const contents = ['traffic', 'map'] as const;
/** What the overview shows of all locations. */
export type Content = (typeof contents)[number];

export const overviewSearch = searchOf({ ...parameters, show: oneOf(contents) });

/** With a search for connected users. */
export const locationOverviewSearch = searchOf({ ...parameters, q: text(128) });
