import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { settingsQuery } from '../../settings/index.ts';
import { ProviderList } from '../components/provider-list.tsx';
import { NewAccountsForm } from '../forms/new-accounts-form.tsx';

/** Sign-in at OpenID providers. */
export function OpenidSettingsScreen() {
  return (
    <Stack gap="xl">
      <ProviderList />
      <NewAccounts />
    </Stack>
  );
}

function NewAccounts() {
  const { t } = useTranslation('identity-providers');
  const { data, error, isPending, isFetching, refetch } = useQuery(settingsQuery());
  if (isPending) return <FormSkeleton count={2} />;
  if (!data) {
    return (
      <ErrorState error={error} title={t('accounts.failed')} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return <NewAccountsForm settings={data} />;
}
