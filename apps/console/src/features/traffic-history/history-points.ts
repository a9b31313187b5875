import type { TrafficHistory } from '@gatewarden/contract/traffic-history';
import { instantOf } from '../../lib/format/instant.ts';
import type { TrafficPoint } from '../../ui/chart/traffic-point.ts';

const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * One point per complete bucket of the period, in order of time; buckets that the server omits had no traffic. The
 * average of the current bucket can change much until it ends, so it is neither drawn nor a peak.
 */
export function historyPoints({ step, from, until, series }: TrafficHistory, now: Date): TrafficPoint[] {
  const width = milliseconds[step];
  const known = new Map(series.map((bucket) => [instantOf(bucket.at).getTime(), bucket]));
  const end = Math.min(instantOf(until).getTime(), now.getTime());
  const points: TrafficPoint[] = [];
  for (let at = instantOf(from).getTime(); at + width <= end; at += width) {
    const { upload = 0, download = 0 } = known.get(at) ?? {};
    points.push({ at: new Date(at), down: upload, up: download, seconds: width / 1000 });
  }
  return points;
}
