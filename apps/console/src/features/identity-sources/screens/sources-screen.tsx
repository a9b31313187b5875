import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { SetUpSources } from '../components/set-up-sources.tsx';
import { SourceGrid } from '../components/source-grid.tsx';
import { identitySourcesQuery } from '../identity-sources.queries.ts';

/** Every system that accounts and groups come from: its state, what it manages, its last and next run. */
export function SourcesScreen() {
  const { t } = useTranslation('identity-sources');
  const sources = useQuery(identitySourcesQuery());
  return (
    <>
      <PageHeader title={t('title')} state={sources.data && <Summary sources={sources.data} />} />
      {sources.isPending ? (
        <CardsSkeleton count={3} />
      ) : !sources.data ? (
        <ErrorState
          error={sources.error}
          title={t('failed')}
          onRetry={() => void sources.refetch()}
          retrying={sources.isFetching}
        />
      ) : (
        <Sources sources={sources.data} />
      )}
    </>
  );
}

function Sources({ sources }: { sources: readonly IdentitySource[] }) {
  const { t } = useTranslation('identity-sources');
  const used = sources.filter(({ state }) => state !== 'not_set_up');
  return (
    <Stack gap="xl">
      {used.length === 1 && <EmptyState picture="people" title={t('empty.title')} text={t('empty.text')} />}
      <SourceGrid sources={used} />
      <SetUpSources sources={sources} />
    </Stack>
  );
}

function Summary({ sources }: { sources: readonly IdentitySource[] }) {
  const { t } = useTranslation('identity-sources');
  const count = sources.filter(({ attention }) => attention.length > 0).length;
  return <span role="status">{count > 0 ? t('state.attention_count', { count }) : t('text')}</span>;
}
