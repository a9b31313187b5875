import type { Config } from '../../platform/config/config.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Feature } from '../feature.ts';
import { settingsEvents } from './settings.events.ts';
import { addSettingsRoutes } from './settings.routes.ts';
import { createSettingsService } from './settings.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly cipher: Cipher;
  readonly config: Pick<Config, 'reauthenticationMinutes'>;
}

/** Settings of the instance, those that an environment variable determines included. */
export function createSettings({ db, events, cipher, config }: Dependencies) {
  const { reauthenticationMinutes: reauthentication_minutes } = config;
  const fixed = reauthentication_minutes === undefined ? {} : { reauthentication_minutes };
  const settings = createSettingsService({ db, events, cipher, fixed });
  const feature: Feature = {
    name: 'settings',
    addRoutes: (router) => addSettingsRoutes(router, settings),
    events: settingsEvents,
    notices: {
      reauthentication_off: async () =>
        (await settings.get()).reauthentication_minutes === 0 ? { since: null } : undefined,
    },
  };
  return { ...settings, feature };
}
