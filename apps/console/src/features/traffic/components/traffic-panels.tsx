import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import type { TimeRange } from '../../../ui/chart/traffic-chart.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import type { WindowHours } from '../time-window.ts';
import type { Traffic } from '../traffic.queries.ts';
import { TrafficFigures } from './traffic-figures.tsx';
import styles from './traffic-panels.module.css';
import { UsageChart } from './usage-chart.tsx';

interface Props {
  stats: UseQueryResult<Traffic>;
  /** Name of the location; absent: all locations. */
  of?: string;
  /** The location; absent: all locations. */
  locationId?: number;
}

/** A part of the window of this length. */
interface Zoom {
  readonly hours: WindowHours;
  readonly part: TimeRange;
}

// the figures and the chart come first
const TopDevices = lazy(async () => ({ default: (await import('./top-devices.tsx')).TopDevices }));

/** Figures, chart and most active devices of the window. Shows the previous data when a later request fails. */
export function TrafficPanels({ stats, of, locationId }: Props) {
  const { t } = useTranslation('traffic');
  const [zoom, setZoom] = useState<Zoom>();
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
  const hours = stats.data?.hours;
  return (
    <div className={styles.panels} aria-busy={stats.isPlaceholderData}>
      <TrafficFigures traffic={stats.data} />
      <div className={styles.course}>
        <UsageChart
          traffic={stats.data}
          {...(of !== undefined && { of })}
          onZoom={(part) => setZoom(part && hours !== undefined ? { hours, part } : undefined)}
        />
        <div>
          <Suspense fallback={<CardsSkeleton count={1} />}>
            {hours !== undefined && (
              <TopDevices
                hours={hours}
                zoom={zoom?.hours === hours ? zoom.part : undefined}
                {...(locationId !== undefined && { locationId })}
              />
            )}
          </Suspense>
        </div>
      </div>
    </div>
  );
}
