import { getOutdated, getUpdate, getVersions } from '@gatewarden/contract/updates';
import type { Config } from '../../platform/config/config.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Feature } from '../feature.ts';
import { checkUpdates } from './check-updates.job.ts';
import { findAvailable, findFailing } from './find-attention.ts';
import { type ReleaseKey, toReleaseKeys } from './release-keys.ts';
import { updateEvents } from './updates.events.ts';
import { createUpdatesService } from './updates.service.ts';
import { createVersions, type VersionSources } from './versions.ts';

interface Dependencies extends VersionSources {
  readonly events: Pick<Events, 'publish'>;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'runSoon'>;
  readonly outbound: Pick<Outbound, 'request' | 'isListedHost'>;
  readonly config: Pick<Config, 'databaseUrl' | 'updatesUrl' | 'updatesKeys'>;
  /** Of this build; those of the configuration replace them. */
  readonly releaseKeys: readonly ReleaseKey[];
}

/** The check for newer releases, and the versions of all components. */
export function createUpdates(dependencies: Dependencies): { readonly feature: Feature } {
  const { config, releaseKeys, clock, jobs } = dependencies;
  const log = dependencies.log.child({ part: 'updates' });
  const keys = config.updatesKeys.length > 0 ? toReleaseKeys(config.updatesKeys) : releaseKeys;
  const updates = createUpdatesService({ ...dependencies, log, keys });
  const versions = createVersions(dependencies);
  const check = checkUpdates(updates);
  const feature: Feature = {
    name: 'updates',
    addRoutes(router) {
      router.add(getUpdate, async () => (await updates.find())?.update ?? null);
      router.add(getOutdated, versions.outdated);
      router.add(getVersions, async () => ({
        ...(await versions.list()),
        update_check: await updates.describeCheck(),
      }));
    },
    jobs: [check],
    events: updateEvents,
    async serve() {
      if (config.updatesUrl === undefined) return undefined;
      await updates.requestCheck();
      await jobs.runSoon(check.name);
      return undefined;
    },
    attention: {
      update_available: () => findAvailable(updates),
      update_check_failing: () => findFailing(updates, clock),
    },
  };
  return { feature };
}
