import type { LocationInfo } from '@gatewarden/contract/locations';
import { Skeleton } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../../lib/format/quantity.ts';
import type { Direction } from '../../../ui/chart/direction.ts';
import { Sparkline, sparklinePeak } from '../../../ui/chart/sparkline.tsx';
import type { TrafficPoint } from '../../../ui/chart/traffic-point.ts';
import { trafficPoints } from '../../../ui/chart/traffic-series.ts';
import type { WindowHours } from '../time-window.ts';
import { locationStatsQuery, type Traffic } from '../traffic.queries.ts';
import styles from './location-traffic.module.css';

interface Props {
  location: LocationInfo;
  hours: WindowHours;
  /** Whether to fetch; false while out of view. */
  enabled?: boolean;
}

/** Traffic of a location; all components share one request. */
export function useLocationTraffic({ location, hours, enabled = true }: Props) {
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

/** Bytes in one direction in the window; `down` is what the API calls upload. */
export function Transferred({ direction, ...props }: Props & { direction: Direction }) {
  const { i18n } = useTranslation();
  const { data, isError } = useLocationTraffic(props);
  if (!data) return isError ? '–' : <Skeleton className={styles.number} />;
  return formatBytes(direction === 'down' ? data.body.upload : data.body.download, i18n.language);
}

/** Traffic of the window as a sparkline. */
export function LocationSparkline({
  inRow = false,
  peak,
  ...props
}: Props & { inRow?: boolean; peak: number | undefined }) {
  const { data } = useLocationTraffic(props);
  const points = useMemo(() => data && pointsOf(data), [data]);
  return points ? <Sparkline points={points} peak={peak} inRow={inRow} /> : <div className={styles.line} />;
}

/** Highest rate of all locations that have loaded, for a common scale; undefined before the first. Requests nothing. */
export function useLocationsPeak(locations: readonly LocationInfo[], hours: WindowHours): number | undefined {
  return useQueries({
    queries: locations.map(({ id }) => ({ ...locationStatsQuery(id, hours), enabled: false })),
    combine: peakOfAll,
  });
}

function peakOfAll(answers: readonly { data: Traffic | undefined }[]): number | undefined {
  const loaded = answers.flatMap(({ data }) => data ?? []);
  return loaded.length > 0 ? Math.max(...loaded.map((traffic) => sparklinePeak(pointsOf(traffic)))) : undefined;
}

function pointsOf({ body, hours, at }: Traffic): TrafficPoint[] {
  return trafficPoints(body.transfer_series, { hours, now: at });
}
