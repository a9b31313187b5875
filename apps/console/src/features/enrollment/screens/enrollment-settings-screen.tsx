import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { settingsQuery } from '../../settings/index.ts';
import { EnrollmentSettingsForm } from '../forms/enrollment-settings-form.tsx';

/** What new people do and read. */
export function EnrollmentSettingsScreen() {
  const { t } = useTranslation('enrollment');
  const { data, error, isPending, isFetching, refetch } = useQuery(settingsQuery());
  if (isPending) return <FormSkeleton count={4} />;
  if (!data) {
    return (
      <ErrorState error={error} title={t('settings.failed')} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return <EnrollmentSettingsForm settings={data} />;
}
