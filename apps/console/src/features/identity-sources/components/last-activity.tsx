import type { SyncStatus } from '@gatewarden/contract/directory-sync';
import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { RunState } from '../../directory-sync/index.ts';

/** Result and time of the last synchronization, with a link to what it changed. */
export function LastRun({ status: { last } }: { status: SyncStatus }) {
  const { t } = useTranslation('identity-sources');
  if (!last) return t('never');
  return (
    <Group gap="sm">
      <RunState run={last} />
      <TextLink to="/settings/directory/run/$runId" params={{ runId: String(last.id) }}>
        <RelativeTime at={last.created_at} />
      </TextLink>
    </Group>
  );
}

/** Result and time of the latest request of a SCIM client. */
export function LastRequest({ scim: { last_request, last_used_at } }: { scim: NonNullable<IdentitySource['scim']> }) {
  const { t } = useTranslation('identity-sources');
  if (!last_request) return last_used_at ? <RelativeTime at={last_used_at} /> : t('never');
  const isRefused = last_request.status >= 400;
  return (
    <Group gap="sm">
      <StatusBadge tone={isRefused ? 'danger' : 'success'}>{t(isRefused ? 'refused' : 'accepted')}</StatusBadge>
      <RelativeTime at={last_request.at} />
    </Group>
  );
}
