import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { authKeyEvents } from './auth-keys.events.ts';
import { addAuthKeysRoutes } from './auth-keys.routes.ts';
import { createAuthKeysService } from './auth-keys.service.ts';
import { createKeyAccess } from './key-access.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** SSH and GPG keys of users. */
export function createAuthKeys({ db, events, clock, settings }: Dependencies) {
  const keys = createAuthKeysService({ db, events, clock });
  const access = createKeyAccess({ db, events, settings });
  const feature: Feature = {
    name: 'auth-keys',
    addRoutes: (router) => addAuthKeysRoutes(router, keys, access),
    events: authKeyEvents,
  };
  return { ...keys, feature };
}
