import type { RunRow } from './runs.queries.ts';

/** When the next run is due: now if there was none. */
export function nextRun(last: Pick<RunRow, 'created_at'> | undefined, intervalSeconds: number, now: Date): Date {
  return last ? new Date(last.created_at.getTime() + intervalSeconds * 1000) : now;
}
