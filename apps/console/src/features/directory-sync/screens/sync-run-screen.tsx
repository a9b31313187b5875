import { Button, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ConfirmRun } from '../components/confirm-run.tsx';
import { Differences } from '../components/differences.tsx';
import { RunMessage } from '../components/run-message.tsx';
import { RunState } from '../components/run-state.tsx';
import { isUnfinished, syncRunQuery, syncStatusQuery } from '../directory-sync.queries.ts';

const route = getRouteApi('/signed-in/admin/settings/directory/run/$runId');

/** A run with everything that it changes, and the button to confirm it. */
export function SyncRunScreen() {
  const { t } = useTranslation('directory-sync');
  const id = Number(route.useParams().runId);
  const { data: run, error, isPending, isFetching, refetch } = useQuery(syncRunQuery(id));
  // a directory that was deleted has no name
  const { data: status } = useQuery({ ...syncStatusQuery(run?.source ?? 'ldap'), enabled: run !== undefined });
  const [confirming, setConfirming] = useState(false);
  if (isPending) return <ListSkeleton />;
  if (isApiError(error, 'directory_sync_run_not_found')) return <RunNotFound />;
  if (!run) {
    return <ErrorState error={error} title={t('load_failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const number = t(run.is_preview ? 'preview_number' : 'run_number', { id });
  return (
    <>
      <PageHeader
        title={status ? `${number} · ${status.name}` : number}
        above={[{ label: t('title'), to: `/settings/directory/${run.source}` }]}
        actions={run.state === 'waiting' && <Button onClick={() => setConfirming(true)}>{t('confirm.open')}</Button>}
      />
      <Stack gap="xl">
        <RunMessage run={run} />
        {isUnfinished(run) && <Callout tone="info">{t('in_progress')}</Callout>}
        <FactList
          facts={[
            { label: t('state_label'), value: <RunState run={run} /> },
            { label: t('started'), value: <RelativeTime at={run.created_at} /> },
            { label: t('requested_by'), value: run.requested_by ?? t('by_schedule') },
            { label: t('read'), value: run.counts && t('read_counts', run.counts) },
          ]}
        />
        {run.differences && run.counts && <Differences run={run} differences={run.differences} counts={run.counts} />}
      </Stack>
      {confirming && <ConfirmRun run={run} onClose={() => setConfirming(false)} />}
    </>
  );
}

function RunNotFound() {
  const { t } = useTranslation('directory-sync');
  return (
    <NotFoundState
      icon={<IconRefresh />}
      title={t('run_none.title')}
      text={t('run_none.text')}
      list={{ to: '/settings/directory' }}
      listLabel={t('run_none.back')}
    />
  );
}
