import type { LocationInfo } from '@gatewarden/contract/locations';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../../lib/format/quantity.ts';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import type { WindowHours } from '../time-window.ts';
import { locationStatsQuery } from '../traffic.queries.ts';
import { trafficPoints } from '../traffic-series.ts';
import styles from './location-traffic.module.css';

interface Props {
  location: LocationInfo;
  hours: WindowHours;
  /** Whether to fetch; false while out of view. */
  enabled?: boolean;
}

/** Traffic of a location; all components share one request. */
function useLocationTraffic({ location, hours, enabled = true }: Props) {
  return useQuery({ ...locationStatsQuery(location.id, hours), enabled });
}

/** Numbers of connected users and devices. */
export function ActiveNow(props: Props) {
  const { t, i18n } = useTranslation('traffic');
  const { data, isError } = useLocationTraffic(props);
  if (!data) return isError ? '–' : <Skeleton className={styles.number} />;
  const { current_active_users: people, current_active_user_devices, current_active_network_devices } = data.body;
  const devices = current_active_user_devices + current_active_network_devices;
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <span className={styles.numbers}>
      {t('active.people', { count: people, shown: count(people) })},{' '}
      {t('active.devices', { count: devices, shown: count(devices) })}
    </span>
  );
}

/** Bytes in one direction in the window. */
export function Transferred({ direction, ...props }: Props & { direction: 'in' | 'out' }) {
  const { i18n } = useTranslation();
  const { data, isError } = useLocationTraffic(props);
  if (!data) return isError ? '–' : <Skeleton className={styles.number} />;
  return formatBytes(direction === 'in' ? data.body.download : data.body.upload, i18n.language);
}

/** Traffic of the window as a sparkline. */
export function LocationSparkline({ inRow = false, ...props }: Props & { inRow?: boolean }) {
  const { data } = useLocationTraffic(props);
  const points = useMemo(
    () => data && trafficPoints(data.body.transfer_series, { hours: data.hours, now: data.at }),
    [data],
  );
  return points ? <Sparkline points={points} inRow={inRow} /> : <div className={styles.line} />;
}
