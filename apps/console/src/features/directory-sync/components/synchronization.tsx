import { Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { syncRunsQuery, syncStatusQuery } from '../directory-sync.queries.ts';
import { ProviderOff } from './provider-off.tsx';
import { RunList } from './run-list.tsx';
import { RunMessage } from './run-message.tsx';
import { SyncStatus } from './sync-status.tsx';

interface Props {
  source: string;
  /** Shown while the directory is not set up and never was. */
  empty: ReactNode;
}

/** The state of the synchronization with a directory, the last runs, and what they changed. */
export function Synchronization({ source, empty }: Props) {
  const { t } = useTranslation('directory-sync');
  const { data, error, isPending, isFetching, refetch } = useQuery(syncStatusQuery(source));
  const runs = useQuery(syncRunsQuery(source));
  if (isPending) return <FormSkeleton count={4} />;
  if (!data) {
    return <ErrorState error={error} title={t('load_failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { last } = data;
  if (!data.is_configured && last === null) return empty;
  return (
    <Stack gap="xl">
      <ProviderOff source={source} name={data.name} />
      {last && (
        <RunMessage
          run={last}
          action={
            last.state === 'waiting' && (
              <TextLink to="/settings/directory/run/$runId" params={{ runId: String(last.id) }}>
                {t('review')}
              </TextLink>
            )
          }
        />
      )}
      {/* not items of the stack: panels have the space between them */}
      <div>
        <SyncStatus status={data} />
        <ListPanel
          title={t('history_of', { name: data.name })}
          query={runs}
          failed={t('load_failed')}
          empty={{ icon: <IconRefresh />, title: t('no_runs'), text: t('no_runs_text') }}
        >
          {(items) => <RunList runs={items} />}
        </ListPanel>
      </div>
    </Stack>
  );
}
