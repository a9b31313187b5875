import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { statsQuery } from '../traffic.queries.ts';
import { UsageChart } from './usage-chart.tsx';

/** Traffic of all locations in the last 24 hours, for another page. */
export function TrafficSummary() {
  const { t } = useTranslation('traffic');
  const stats = useQuery(statsQuery(24));
  if (!stats.data && stats.isError) {
    return (
      <ErrorState
        error={stats.error}
        title={t('failed')}
        onRetry={() => void stats.refetch()}
        retrying={stats.isFetching}
      />
    );
  }
  return <UsageChart traffic={stats.data} />;
}
