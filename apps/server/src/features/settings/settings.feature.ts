import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { LicenceService } from '../licence/index.ts';
import { createLogoChecker } from './logos/check-logo.ts';
import { createLogos } from './logos/logos.service.ts';
import { settingsEvents } from './settings.events.ts';
import { addSettingsRoutes } from './settings.routes.ts';
import { createSettingsService, type SettingsSectionRules } from './settings.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly jobs: Pick<Jobs, 'reschedule'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: Pick<Config, 'reauthenticationMinutes'>;
  /** Set once core listens. */
  readonly address: { readonly edgeUrl: string };
  /** What the features that have settings add to them. */
  readonly sections: readonly SettingsSectionRules[];
  readonly licence: Pick<LicenceService, 'change' | 'requireFeature'>;
}

/** Settings of the instance, including those that environment variables determine. */
export function createSettings({
  db,
  events,
  secrets,
  jobs,
  log,
  clock,
  config,
  address,
  sections,
  licence,
}: Dependencies) {
  const { reauthenticationMinutes: reauthentication_minutes } = config;
  const fixed = reauthentication_minutes === undefined ? {} : { reauthentication_minutes };
  const settings = createSettingsService({ db, events, secrets, fixed, sections, licence });
  const logos = createLogos({ db, events, clock, check: createLogoChecker() });
  // also for changes of another replica; if rescheduling fails, the schedules apply at the next start
  events.onCommitted(({ type }) => {
    if (type !== 'settings.modified') return;
    jobs.reschedule().catch((error: unknown) => log.warn({ err: error }, 'schedules are applied at the next start'));
  });
  const feature: Feature = {
    name: 'settings',
    addRoutes: (router) => addSettingsRoutes(router, { settings, logos, edgeUrl: () => address.edgeUrl }),
    events: settingsEvents,
    notices: {
      reauthentication_off: async () =>
        (await settings.get()).reauthentication_minutes === 0 ? { since: null } : undefined,
    },
  };
  return { ...settings, inlineLogo: logos.inlineLogo, feature };
}
