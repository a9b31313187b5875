import { getPreferences, setPreferences } from '@gatewarden/contract/preferences';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Feature } from '../feature.ts';
import { preferenceEvents } from './preferences.events.ts';
import { createPreferencesService } from './preferences.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
}

/** Choices of users for the console. */
export function createPreferences({ db, events }: Dependencies): { readonly feature: Feature } {
  const preferences = createPreferencesService(db, events);
  const feature: Feature = {
    name: 'preferences',
    addRoutes(router) {
      router.add(getPreferences, ({ actor }) => preferences.get(actor));
      router.add(setPreferences, ({ actor, origin, body }) => preferences.update(actor, origin, body));
    },
    events: preferenceEvents,
  };
  return { feature };
}
