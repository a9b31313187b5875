import { isDeepStrictEqual } from 'node:util';
import type { SettingsSnapshot } from './settings.events.ts';

interface Change {
  readonly before: SettingsSnapshot;
  readonly after: SettingsSnapshot;
}

/** Whether a setting whose name begins with the prefix differs. */
export function hasChanged({ before, after }: Change, prefix: `${string}_`): boolean {
  const names = (Object.keys(after) as (keyof SettingsSnapshot)[]).filter((name) => name.startsWith(prefix));
  return names.some((name) => !isDeepStrictEqual(before[name], after[name]));
}
