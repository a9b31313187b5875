import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefCallback, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import type { TimeRange } from '../../../ui/chart/traffic-chart.tsx';
import { bucketMilliseconds, trafficPoints } from '../../../ui/chart/traffic-series.ts';
import { Panel } from '../../../ui/panel.tsx';
import { type Traffic, trafficEventsQuery } from '../traffic.queries.ts';
import { useChartEvents } from '../traffic-events.ts';
import styles from './usage-chart.module.css';

interface Props {
  traffic: Traffic | undefined;
  /** Of what stands there until the traffic is known. */
  placeRef?: RefCallback<Element>;
  /** Name of the location; absent: all locations. */
  of?: string;
  /** Which traffic it is; absent: the average that each point is. */
  text?: string;
  /** Called with the part of the window that is zoomed to; undefined: all of it. */
  onZoom?: (part: TimeRange | undefined) => void;
}

/** The rest of the page does not wait for the largest part of its code. */
const TrafficChart = lazy(async () => ({
  default: (await import('../../../ui/chart/traffic-chart.tsx')).TrafficChart,
}));

const hourMilliseconds = 3_600_000;

/** Chart of the throughput in the window, with connections of gateways and changes of locations. */
export function UsageChart({ traffic, placeRef, of, text, onZoom }: Props) {
  const { t } = useTranslation('traffic');
  const points = useMemo(
    () => traffic && trafficPoints(traffic.body.transfer_series, { hours: traffic.hours, now: traffic.at }),
    [traffic],
  );
  const hasTraffic = traffic !== undefined && traffic.body.transfer_series.length > 0;
  const entries = useQuery({ ...trafficEventsQuery(traffic?.hours ?? 1, of), enabled: hasTraffic });
  const events = useChartEvents(entries.data);
  const hourly = traffic && bucketMilliseconds(traffic.hours) === hourMilliseconds;
  return (
    <Panel title={t('chart.title')} text={text ?? t(hourly ? 'chart.per_hour' : 'chart.per_minute')}>
      {!points && <Skeleton ref={placeRef} className={styles.place} />}
      {points && !hasTraffic && <div className={styles.nothing}>{t('chart.nothing')}</div>}
      {points && hasTraffic && (
        <Suspense fallback={<Skeleton className={styles.place} />}>
          <TrafficChart
            points={points}
            events={events}
            label={of === undefined ? t('chart.of_all') : t('chart.of', { name: of })}
            {...(onZoom && { onZoom })}
          />
        </Suspense>
      )}
    </Panel>
  );
}
