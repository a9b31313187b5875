import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AttentionFacts, Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { directorySyncEvents } from './directory-sync.events.ts';
import { addDirectorySyncRoutes } from './directory-sync.routes.ts';
import { createDirectorySyncService } from './directory-sync.service.ts';
import { clearDisabledBySync, setConfiguredBy } from './links.queries.ts';
import type { RunDependencies } from './run-sync.ts';
import { findLastRun } from './runs.queries.ts';
import { startDue } from './start-due.job.ts';

interface Dependencies extends RunDependencies {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly settings: Pick<SettingsService, 'get' | 'record'>;
}

/** Accounts and groups that come from a directory. */
export function createDirectorySync(dependencies: Dependencies): { readonly feature: Feature } {
  const { events, source } = dependencies;
  const service = createDirectorySyncService(dependencies);
  events.on('settings.modified', async (tx, { origin, payload: { before, after } }) => {
    const names = Object.keys(after).filter((name) => name.startsWith(`${source.name}_`)) as (keyof typeof after)[];
    const isChanged = names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    if (isChanged && origin.by !== 'system') await setConfiguredBy(tx, source.name, origin.by.userId);
  });
  events.on('user.modified', async (tx, { origin, payload: { before, after } }) => {
    const changesStatus = before.is_active !== after.is_active;
    // an administrator has decided the status: only one that a synchronization set may be changed back
    if (changesStatus && origin.by !== 'system') await clearDisabledBySync(tx, after.id);
  });
  return {
    feature: {
      name: 'directory-sync',
      addRoutes: (router) => addDirectorySyncRoutes(router, service, source),
      jobs: [service.job, startDue(service)],
      events: directorySyncEvents,
      attention: { directory_sync_stopped: () => findStopped(dependencies) },
    },
  };
}

/** While synchronization is stopped, people who left the directory keep their access. */
async function findStopped({ db, source, settings }: Dependencies): Promise<AttentionFacts[]> {
  const last = await findLastRun(db, source.name);
  const isStopped = last?.state === 'waiting' || last?.state === 'stopped' || last?.state === 'failed';
  if (!last || !isStopped || !(await settings.get()).ldap_sync_enabled) return [];
  const { state, ended_at: endedAt } = last;
  const severity = state === 'failed' ? 'danger' : 'warning';
  return [{ severity, since: endedAt, details: { state }, ...(endedAt && { occurrence: endedAt }) }];
}
