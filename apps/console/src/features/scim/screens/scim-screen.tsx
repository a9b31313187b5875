import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { settingsQuery } from '../../settings/index.ts';
import { ConnectionPanel } from '../components/connection-panel.tsx';
import { RequestList } from '../components/request-list.tsx';
import { StoppedRemovals } from '../components/stopped-removals.tsx';
import { TokenList } from '../components/token-list.tsx';
import { BehaviorForm } from '../forms/behavior-form.tsx';
import { scimStatusQuery } from '../scim.queries.ts';

/** Settings of the SCIM server, with its clients and what they did. */
export function ScimScreen() {
  const { t } = useTranslation('scim');
  const status = useQuery(scimStatusQuery());
  const settings = useQuery(settingsQuery());
  if (status.isPending || settings.isPending) return <FormSkeleton count={4} />;
  if (!status.data || !settings.data) {
    const failed = status.data ? settings : status;
    return (
      <ErrorState
        error={failed.error}
        title={t('failed')}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  return (
    <Stack gap="xl">
      <StoppedRemovals removals={status.data.removals} managed={status.data.managed_users} />
      <ConnectionPanel status={status.data} />
      <TokenList />
      <BehaviorForm settings={settings.data} />
      <RequestList />
    </Stack>
  );
}
