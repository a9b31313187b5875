import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { useLocationStats } from '../use-location-stats.ts';
import styles from './location-cells.module.css';

interface Props {
  locationId: number;
}

/** "12 people", or a dash if no one is connected. */
export function PeopleCell({ locationId }: Props) {
  const { t } = useTranslation('locations');
  const { trends, isError } = useLocationStats();
  if (!trends) return isError ? '–' : <Skeleton className={styles.number} />;
  const count = trends.get(locationId)?.stats.current_active_users ?? 0;
  if (count === 0) return <span className={styles.none}>–</span>;
  return t('fact.people', { count });
}

/** Traffic of the last 24 hours, on the scale of the busiest location. */
export function TrendCell({ locationId }: Props) {
  const { trends, peak } = useLocationStats();
  const points = trends?.get(locationId)?.points;
  return points ? <Sparkline points={points} peak={peak} inRow /> : null;
}
