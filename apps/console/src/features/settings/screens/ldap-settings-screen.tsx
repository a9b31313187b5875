import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { TestLdap } from '../components/test-ldap.tsx';
import { isWriting, toForm } from '../forms/ldap.ts';
import { LdapForm } from '../forms/ldap-form.tsx';
import { settingsQuery } from '../settings.queries.ts';

/** Settings of an LDAP server or Active Directory. */
export function LdapSettingsScreen() {
  const { t } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useQuery(settingsQuery());
  if (isPending) return <FormSkeleton count={6} />;
  if (!data) {
    return <ErrorState error={error} title={t('ldap.failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <Stack gap="xl">
      <LdapForm settings={data} />
      <TestLdap writes={isWriting(toForm(data))} />
    </Stack>
  );
}
