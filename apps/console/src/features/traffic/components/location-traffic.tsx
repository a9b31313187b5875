import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../../lib/format/quantity.ts';
import type { Direction } from '../../../ui/chart/direction.ts';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import type { LocationTrend } from '../../locations/index.ts';
import styles from './location-traffic.module.css';

interface Props {
  /** Undefined while it is loading, and if it is unknown. */
  trend: LocationTrend | undefined;
  /** Loading failed, or the response does not have the location yet. */
  isUnknown: boolean;
}

/** Numbers of connected users and devices. */
export function ActiveNow({ trend, isUnknown }: Props) {
  const { t, i18n } = useTranslation('traffic');
  if (!trend) return isUnknown ? '–' : <Skeleton className={styles.number} />;
  const { current_active_users: people, current_active_user_devices, current_active_network_devices } = trend.stats;
  const devices = current_active_user_devices + current_active_network_devices;
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <span className={styles.numbers}>
      {t('active.people', { count: people, shown: count(people) })},{' '}
      {t('active.devices', { count: devices, shown: count(devices) })}
    </span>
  );
}

/** Bytes in one direction in the window; `down` is what the API calls upload. */
export function Transferred({ trend, isUnknown, direction }: Props & { direction: Direction }) {
  const { i18n } = useTranslation();
  if (!trend) return isUnknown ? '–' : <Skeleton className={styles.number} />;
  return formatBytes(direction === 'down' ? trend.stats.upload : trend.stats.download, i18n.language);
}

interface SparklineProps extends Pick<Props, 'trend'> {
  /** Highest rate of all locations, for a common scale. */
  peak: number | undefined;
  inRow?: boolean;
}

/** Traffic of the window as a sparkline. */
export function LocationSparkline({ trend, peak, inRow = false }: SparklineProps) {
  return trend ? <Sparkline points={trend.points} peak={peak} inRow={inRow} /> : <div className={styles.line} />;
}
