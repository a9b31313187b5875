import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useNear } from '../../../ui/use-near.ts';
import { statsQuery } from '../traffic.queries.ts';
import { UsageChart } from './usage-chart.tsx';

/** Traffic of all locations in the last 24 hours, for another page. */
export function TrafficSummary() {
  const { t } = useTranslation('traffic');
  const stats = useQuery(statsQuery(24));
  // on a phone it is far below what the page opens with
  const { ref, isNear } = useNear();
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
  return <UsageChart traffic={isNear ? stats.data : undefined} placeRef={ref} text={t('chart.last_day')} />;
}
