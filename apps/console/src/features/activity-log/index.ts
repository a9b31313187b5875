import { lazy } from '../../lib/lazy.tsx';

/** The newest changes, for another page. Loaded when it is shown. */
export const RecentChanges = lazy(async () => ({
  default: (await import('./components/recent-changes.tsx')).RecentChanges,
}));

export { useActivityTexts } from './use-activity-texts.ts';
export { useEventGroups } from './use-event-groups.ts';
