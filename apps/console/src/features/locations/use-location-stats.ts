import type { LocationStats } from '@gatewarden/contract/traffic';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sparklinePeak } from '../../ui/chart/sparkline.tsx';
import type { TrafficPoint } from '../../ui/chart/traffic-point.ts';
import { trafficPoints } from '../../ui/chart/traffic-series.ts';
import { allLocationStatsQuery } from './locations.queries.ts';

/** The trend in lists and summaries. */
const defaultHours = 24;

export interface LocationTrend {
  stats: LocationStats;
  points: readonly TrafficPoint[];
}

/** Connected people and traffic of all locations, from one request that lists and summaries share. */
export function useLocationStats(hours = defaultHours) {
  const query = useQuery(allLocationStatsQuery(hours));
  const { data } = query;
  const trends = useMemo(() => {
    if (!data) return undefined;
    const window = { hours: data.hours, now: data.at };
    return new Map(
      data.locations.map((stats): [number, LocationTrend] => [
        stats.location_id,
        { stats, points: trafficPoints(stats.transfer_series, window) },
      ]),
    );
  }, [data]);
  /** Highest rate of any location, so that sparklines can be compared. */
  const peak = useMemo(
    () => trends && Math.max(0, ...[...trends.values()].map(({ points }) => sparklinePeak(points))),
    [trends],
  );
  return { trends, peak, at: data?.at, isError: query.isError };
}
