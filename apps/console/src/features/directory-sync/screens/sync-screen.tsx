import { Stack } from '@mantine/core';
import { IconAddressBook, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { SettingsHeader } from '../../settings/index.ts';
import { RunList } from '../components/run-list.tsx';
import { RunMessage } from '../components/run-message.tsx';
import { SyncStatus } from '../components/sync-status.tsx';
import { syncRunsQuery, syncStatusQuery } from '../directory-sync.queries.ts';

/** Whether accounts come from a directory, the last runs, and what they changed. */
export function SyncScreen() {
  return (
    <>
      <SettingsHeader />
      <Synchronization />
    </>
  );
}

function Synchronization() {
  const { t } = useTranslation('directory-sync');
  const { data, error, isPending, isFetching, refetch } = useQuery(syncStatusQuery());
  const runs = useQuery(syncRunsQuery());
  if (isPending) return <FormSkeleton count={4} />;
  if (!data) {
    return <ErrorState error={error} title={t('load_failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data.is_configured && data.last === null) {
    return (
      <EmptyState
        icon={<IconAddressBook />}
        title={t('empty_title')}
        text={t('empty_text')}
        action={<TextLink to="/settings/ldap">{t('set_up')}</TextLink>}
      />
    );
  }
  const { last } = data;
  return (
    <Stack gap="xl">
      {last && (
        <RunMessage
          run={last}
          action={
            last.state === 'waiting' && (
              <TextLink to="/settings/directory/$runId" params={{ runId: String(last.id) }}>
                {t('review')}
              </TextLink>
            )
          }
        />
      )}
      <SyncStatus status={data} />
      <ListPanel
        title={t('history')}
        query={runs}
        failed={t('load_failed')}
        empty={{ icon: <IconRefresh />, title: t('no_runs'), text: t('no_runs_text') }}
      >
        {(items) => <RunList runs={items} />}
      </ListPanel>
    </Stack>
  );
}
