import type { Database } from '../../platform/database/database.ts';
import type { AttentionFacts } from '../feature.ts';
import type { ListSources } from './directory-source.ts';
import { listLastRuns } from './runs.queries.ts';

/** While synchronization is stopped, people who left the directory keep their access. */
export async function findStopped(db: Database, listSources: ListSources): Promise<AttentionFacts[]> {
  const runs = new Map((await listLastRuns(db)).map((run) => [run.source, run]));
  const stopped: AttentionFacts[] = [];
  for (const { name, title, rules } of await listSources()) {
    const last = runs.get(name);
    const isStopped = last?.state === 'waiting' || last?.state === 'stopped' || last?.state === 'failed';
    if (!last || !isStopped || !(await rules()).isEnabled) continue;
    const { state, ended_at: since } = last;
    const subject = { type: 'directory', id: name, name: title } as const;
    const severity = state === 'failed' ? 'danger' : 'warning';
    stopped.push({ severity, since, subject, details: { state }, ...(since && { occurrence: since }) });
  }
  return stopped;
}
