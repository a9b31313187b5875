import type { Events } from '../../platform/events/events.ts';
import { providerSourceName } from './directory-source.ts';
import { setConfiguredBy } from './links.queries.ts';
import type { ReleaseSource } from './release-source.ts';

/** Fields of a provider that say which directory is read: with another one, all links are wrong. */
const identity = ['kind', 'base_url'] as const;
const directoryFields = [
  ...([...identity, 'enabled', 'directory_sync_enabled', 'directory_sync_interval'] as const),
  ...(['directory_sync_user_behavior', 'directory_sync_admin_behavior', 'directory_sync_target'] as const),
  ...(['directory_sync_group_match', 'directory_sync_removal_limit', 'google_service_account_email'] as const),
  ...(['admin_email', 'okta_dirsync_client_id'] as const),
] as const;

/**
 * Releases the accounts and groups of a provider that is disabled, deleted or replaced, and records who configured its
 * synchronization.
 */
export function releaseOnProviderChange(events: Events, release: ReleaseSource): void {
  events.on('identity-provider.modified', async (tx, { origin, payload: { before, after, secrets } }) => {
    const source = providerSourceName(after.id);
    const differs = (field: (typeof directoryFields)[number]) =>
      JSON.stringify(before?.[field]) !== JSON.stringify(after[field]);
    if (before && identity.some(differs)) await release.clear(tx, origin, source);
    else if (before?.enabled && !after.enabled) await release.pause(tx, origin, source);
    const isChanged = directoryFields.some(differs) || secrets.length > 0;
    if (isChanged && origin.by !== 'system') await setConfiguredBy(tx, source, origin.by.userId);
  });
  events.on('identity-provider.removed', (tx, { origin, payload: { provider } }) =>
    release.clear(tx, origin, providerSourceName(provider.id)),
  );
}
