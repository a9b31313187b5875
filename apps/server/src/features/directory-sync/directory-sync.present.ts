import type { SyncRun, SyncRunDetails, SyncStatus } from '@gatewarden/contract/directory-sync';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { SyncOverview } from './directory-sync.service.ts';
import type { RunDetailsRow, RunRow } from './runs.queries.ts';

export function presentRun(run: RunRow): SyncRun {
  const { id, source, state, is_preview, requested_by, guard, error, counts } = run;
  const created_at = toNaive(run.created_at);
  const ended_at = run.ended_at && toNaive(run.ended_at);
  return { id, source, state, is_preview, requested_by, created_at, ended_at, guard, error, counts };
}

export function presentRunDetails(run: RunDetailsRow): SyncRunDetails {
  return { ...presentRun(run), differences: run.differences };
}

export function presentOverview({ nextRunAt, linked, last, current, ...state }: SyncOverview): SyncStatus {
  return {
    source: state.source,
    kind: state.kind,
    name: state.title,
    is_enabled: state.isEnabled,
    is_configured: state.isConfigured,
    interval_seconds: state.intervalSeconds,
    next_run_at: nextRunAt && toNaive(nextRunAt),
    linked_users: linked.users,
    linked_groups: linked.groups,
    last: last ? presentRun(last) : null,
    current: current ? presentRun(current) : null,
  };
}
