import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { SecurityForm } from '../forms/security-form.tsx';
import { settingsQuery } from '../settings.queries.ts';

/** Settings that protect accounts. */
export function SecuritySettingsScreen() {
  const { t } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useQuery(settingsQuery());
  if (isPending) return <FormSkeleton count={2} />;
  if (!data) {
    return (
      <ErrorState error={error} title={t('security.failed')} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return <SecurityForm settings={data} />;
}
