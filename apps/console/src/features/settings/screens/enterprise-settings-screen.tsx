import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleSections } from '../../../modules/module-sections.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { EnterpriseForm } from '../forms/enterprise-form.tsx';
import { restrictionsQuery } from '../settings.queries.ts';

/** Enterprise features: what other features add, and the restrictions of users. */
export function EnterpriseSettingsScreen() {
  const { enterpriseSections } = useExtensions();
  return (
    <Stack gap="xl">
      <ModuleSections sections={enterpriseSections} of={{}} />
      <EnterpriseSettings />
    </Stack>
  );
}

function EnterpriseSettings() {
  const { t } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useQuery(restrictionsQuery());
  if (isPending) return <FormSkeleton count={3} />;
  if (!data) {
    return (
      <ErrorState error={error} title={t('enterprise.failed')} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return <EnterpriseForm settings={data} />;
}
