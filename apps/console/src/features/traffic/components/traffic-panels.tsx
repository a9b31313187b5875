import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import type { Traffic } from '../traffic.queries.ts';
import { TrafficFigures } from './traffic-figures.tsx';
import styles from './traffic-panels.module.css';
import { UsageChart } from './usage-chart.tsx';

interface Props {
  stats: UseQueryResult<Traffic>;
  /** A location's name; all locations when absent. */
  of?: string;
}

/** The numbers of the window and their course. What was shown before stays when a later question fails. */
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
