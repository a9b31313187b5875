import type { SyncStatus } from '@gatewarden/contract/directory-sync';
import type { IdentitySource, SourceAttention } from '@gatewarden/contract/identity-sources';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { ExportSummary } from '../ldap-export/index.ts';
import type { ScimSummary } from '../scim/index.ts';

/** Why people who left the directory retain their access; nothing while synchronization is off. */
export function syncAttention(status: SyncStatus | null): SourceAttention[] {
  if (!status?.is_enabled || !status.last) return [];
  const { state } = status.last;
  return state === 'waiting' || state === 'stopped' || state === 'failed' ? [`sync_${state}`] : [];
}

export function exportAttention(summary: ExportSummary | undefined): SourceAttention[] {
  return summary?.state === 'failed' || summary?.state === 'refused' ? [`export_${summary.state}`] : [];
}

export function scimAttention(summary: ScimSummary): SourceAttention[] {
  const { isRemovalStopped, hasExpiredToken, hasExpiringToken, tokens } = summary;
  return [
    ...(isRemovalStopped ? (['removals_stopped'] as const) : []),
    ...(hasExpiredToken ? (['token_expired'] as const) : []),
    ...(hasExpiringToken ? (['token_expires'] as const) : []),
    ...(tokens === 0 ? (['no_token'] as const) : []),
  ];
}

export function presentScim({ tokens, lastUsedAt, lastRequest }: ScimSummary): NonNullable<IdentitySource['scim']> {
  return { tokens, last_used_at: lastUsedAt && toNaive(lastUsedAt), last_request: lastRequest };
}
