import type { SyncStatus } from '@gatewarden/contract/directory-sync';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Feature } from '../feature.ts';
import { hasChanged } from '../settings/index.ts';
import type { ListSources } from './directory-source.ts';
import { directorySyncEvents } from './directory-sync.events.ts';
import { presentOverview } from './directory-sync.present.ts';
import { addDirectorySyncRoutes } from './directory-sync.routes.ts';
import { createDirectorySyncService } from './directory-sync.service.ts';
import { findStopped } from './find-stopped.ts';
import { requireConfirmation, setConfiguredBy } from './links.queries.ts';
import { releaseOnProviderChange } from './release-on-provider-change.ts';
import { createReleaseSource } from './release-source.ts';
import type { RunDependencies } from './run-sync.ts';
import { startDue } from './start-due.job.ts';
import { trackStatus } from './track-status.ts';

interface Dependencies extends Omit<RunDependencies, 'listSources'> {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  /** Of each feature that provides some, in the order in which they are listed. */
  readonly sources: readonly ListSources[];
}

/** Accounts and groups that come from directories. */
export function createDirectorySync(dependencies: Dependencies) {
  const { db, events, sources } = dependencies;
  const listSources: ListSources = async () => (await Promise.all(sources.map((list) => list()))).flat();
  const service = createDirectorySyncService({ ...dependencies, listSources });
  events.on('settings.modified', async (tx, { origin, payload }) => {
    if (hasChanged(payload, 'ldap_') && origin.by !== 'system') await setConfiguredBy(tx, 'ldap', origin.by.userId);
    // accounts here may have the names of other people's entries since this instance decided
    if (payload.after.ldap_is_authoritative && !payload.before.ldap_is_authoritative) {
      await requireConfirmation(tx, 'ldap');
    }
  });
  releaseOnProviderChange(events, createReleaseSource(dependencies));
  trackStatus(events, dependencies.users.managed);
  const feature: Feature = {
    name: 'directory-sync',
    addRoutes: (router) => addDirectorySyncRoutes(router, service, listSources),
    jobs: [service.job, startDue(service)],
    events: directorySyncEvents,
    attention: { directory_sync_stopped: () => findStopped(db, listSources) },
  };
  /** The state of every source that can be set up. */
  const listStatuses = async (): Promise<SyncStatus[]> => (await service.overviews()).map(presentOverview);
  return { listStatuses, feature };
}
