import type { Preferences } from '@gatewarden/contract/preferences';
import { type EventRules, isAboutUser } from '../event-rules.ts';
import type { UserSnapshot } from '../users/index.ts';

interface PreferenceEvents {
  'preferences.modified': {
    readonly user: UserSnapshot;
    readonly before: Preferences;
    readonly after: Preferences;
  };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends PreferenceEvents {}
}

export const preferenceEvents = {
  'preferences.modified': {
    entry: ({ before, after }) => ({ event: 'preferences_modified', metadata: { before, after } }),
    stale: { own: ['me'], isAbout: isAboutUser },
  },
} as const satisfies EventRules<PreferenceEvents>;
