import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { Extensions } from '../modules/extensions.tsx';
import {
  type ConsoleModule,
  type EventArea,
  type SummarySections,
  summaryColumns,
  type Tab,
} from '../modules/module.ts';
import { modules } from './modules.ts';

type Module = (typeof modules)[number];
type Areas<Of = Module> = Of extends { readonly eventAreas: infer Areas } ? Areas : never;
type ListedEvent<Of = Areas> = Of extends { readonly [Area in keyof Of]: readonly (infer Event)[] } ? Event : never;

// An event that no feature lists does not compile.
true satisfies [Exclude<ActivityEvent, ListedEvent>] extends [never] ? true : Exclude<ActivityEvent, ListedEvent>;

const all: readonly ConsoleModule[] = modules;

export const extensions: Extensions = {
  navigation: all.flatMap(({ navigation = [] }) => navigation),
  userTabs: tabsOf('userTabs'),
  locationTabs: tabsOf('locationTabs'),
  settingsTabs: all.flatMap(({ settingsTabs = [] }) => settingsTabs),
  enterpriseSections: Object.assign({}, ...all.map(({ enterpriseSections }) => enterpriseSections)),
  locationReview: theOnly('locationReview'),
  summarySections: { user: sectionsOf('user'), gateway: sectionsOf('gateway'), device: sectionsOf('device') },
  homeItems: {
    attention: Object.assign({}, ...all.map(({ homeItems }) => homeItems?.attention)),
    checklist: Object.assign({}, ...all.map(({ homeItems }) => homeItems?.checklist)),
  },
  paletteEntries: all.flatMap(({ paletteEntries = [] }) => paletteEntries),
  eventAreas: Object.fromEntries(all.flatMap(areasOf)) as Record<ActivityEvent, EventArea>,
};

/** In the order of the modules, except for the last ones. */
function tabsOf(page: 'userTabs' | 'locationTabs'): readonly Tab[] {
  const tabs = all.flatMap((module) => module[page] ?? []);
  return [...tabs.filter(({ isLast }) => !isLast), ...tabs.filter(({ isLast }) => isLast)];
}

/** What exactly one feature adds. */
function theOnly<Key extends 'locationReview'>(key: Key): NonNullable<ConsoleModule[Key]> {
  const [only, ...others] = all.flatMap((module) => module[key] ?? []);
  if (!only || others.length > 0) throw new Error(`Exactly one feature must have ${key}`);
  return only;
}

function sectionsOf<Kind extends keyof SummarySections>(kind: Kind): SummarySections[Kind] {
  const columns = summaryColumns.map((column) => [
    column,
    Object.assign({}, ...all.map(({ summarySections }) => summarySections?.[kind]?.[column])),
  ]);
  return Object.fromEntries(columns);
}

function areasOf({ eventAreas = {} }: ConsoleModule): [ActivityEvent, EventArea][] {
  const areas = Object.entries(eventAreas) as [EventArea, readonly ActivityEvent[]][];
  return areas.flatMap(([area, events]) => events.map((event): [ActivityEvent, EventArea] => [event, area]));
}
