import type { TrafficHistory } from '@gatewarden/contract/traffic-history';
import { instantOf } from '../../lib/format/instant.ts';
import type { TrafficPoint } from '../../ui/chart/traffic-point.ts';

const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * One point per bucket of the period, in order of time; buckets that the server omits had no traffic. The current bucket
 * is a running point.
 */
export function historyPoints({ step, from, until, series }: TrafficHistory, now: Date): TrafficPoint[] {
  const width = milliseconds[step];
  const known = new Map(series.map((bucket) => [instantOf(bucket.at).getTime(), bucket]));
  const points: TrafficPoint[] = [];
  for (let at = instantOf(from).getTime(); at < instantOf(until).getTime(); at += width) {
    const { upload = 0, download = 0 } = known.get(at) ?? {};
    const passed = Math.min(width, now.getTime() - at);
    if (passed <= 0) break;
    const isRunning = passed < width && { isRunning: true };
    points.push({ at: new Date(at), down: upload, up: download, seconds: passed / 1000, ...isRunning });
  }
  return points;
}
