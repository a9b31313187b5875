import { lazy } from '../../lib/lazy.tsx';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    delivery: typeof english;
  }
}

export { DeliveryFacts } from './components/delivery-facts.tsx';
export { DeliveryStateBadge } from './components/delivery-state-badge.tsx';
export { SkipDialog } from './components/skip-dialog.tsx';
export { StoppedNote } from './components/stopped-note.tsx';
export { type Condition, conditionOf, conditions } from './condition.ts';
export { useFailureText } from './use-failure-text.ts';

/** Asks from when on a destination receives the activity log again. Loaded when it is opened. */
export const ReplayDialog = lazy(async () => ({ default: (await import('./forms/replay-dialog.tsx')).ReplayDialog }));
