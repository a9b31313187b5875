import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import type { Traffic } from '../traffic.queries.ts';
import { TrafficFigures } from './traffic-figures.tsx';
import styles from './traffic-panels.module.css';
import { UsageChart } from './usage-chart.tsx';

interface Props {
  stats: UseQueryResult<Traffic>;
  /** Name of the location; absent: all locations. */
  of?: string;
}

/** Figures and chart of the window. Shows the previous data when a later request fails. */
export function TrafficPanels({ stats, of }: Props) {
  const { t } = useTranslation('traffic');
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
  return (
    <div className={styles.panels} aria-busy={stats.isPlaceholderData}>
      <TrafficFigures traffic={stats.data} />
      <UsageChart traffic={stats.data} {...(of !== undefined && { of })} />
    </div>
  );
}
