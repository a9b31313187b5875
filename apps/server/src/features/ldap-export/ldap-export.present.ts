import type { LdapExportStatus } from '@gatewarden/contract/ldap-export';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { ExportOverview } from './ldap-export.service.ts';

export function presentExport(overview: ExportOverview): LdapExportStatus {
  const { state, waiting, stored, problems, managed, local, isComparing, nextComparisonAt } = overview;
  const { compared_at: at, counts, differences, error, failed_at, retry_at } = stored;
  return {
    state,
    waiting: waiting.waiting,
    oldest_waiting_at: waiting.oldest && toNaive(waiting.oldest),
    error,
    failed_at: failed_at && toNaive(failed_at),
    next_attempt_at: retry_at && toNaive(retry_at),
    refused: waiting.refused,
    problems: problems.map(({ kind, name, error: reason, since }) => ({ kind, name, reason, since: toNaive(since) })),
    linked_users: waiting.users,
    linked_groups: waiting.groups,
    managed_users: managed.users,
    managed_groups: managed.groups,
    local_users: local.users,
    local_groups: local.groups,
    is_comparing: isComparing,
    next_comparison_at: nextComparisonAt && toNaive(nextComparisonAt),
    last_comparison: at && counts && differences ? { at: toNaive(at), counts, differences } : null,
  };
}
