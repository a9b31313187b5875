import { instantOf } from '../../lib/format/instant.ts';
import type { TrafficPoint } from '../../ui/chart/traffic-point.ts';

/** A bucket of the API: `upload` is traffic to devices, `download` from devices. */
interface Bucket {
  collected_at: string | null;
  upload: number | null;
  download: number | null;
}

const minuteMilliseconds = 60_000;
const hourMilliseconds = 3_600_000;
/** For windows of this length or longer the API returns hourly buckets. */
const hourlyFromHours = 6;

interface Window {
  hours: number;
  /** Time of the response. */
  now: Date;
}

/** Length of a bucket in a window of `hours`. */
export function bucketMilliseconds(hours: number): number {
  return hours >= hourlyFromHours ? hourMilliseconds : minuteMilliseconds;
}

/**
 * One point per bucket of the window, in order of time. Buckets that the API omits are gaps of unknown traffic. The
 * points end with the current bucket, or with a later one that the API contains.
 */
export function trafficPoints(buckets: readonly Bucket[], { hours, now }: Window): TrafficPoint[] {
  const step = bucketMilliseconds(hours);
  const known = new Map<number, TrafficPoint>();
  for (const { collected_at, upload, download } of buckets) {
    if (collected_at === null) continue;
    const at = instantOf(collected_at);
    known.set(at.getTime(), { at, in: download, out: upload });
  }
  const first = Math.floor((now.getTime() - hours * hourMilliseconds) / step) * step;
  const last = Math.max(Math.floor(now.getTime() / step) * step, ...known.keys());
  const points: TrafficPoint[] = [];
  for (let start = first; start <= last; start += step) {
    points.push(known.get(start) ?? { at: new Date(start), in: null, out: null });
  }
  return points;
}

export interface Peak {
  at: Date;
  /** In and out together, average over the bucket. */
  bytesPerSecond: number;
}

/** The busiest bucket; undefined when there was no traffic. */
export function peakOf(points: readonly TrafficPoint[], hours: number): Peak | undefined {
  const seconds = bucketMilliseconds(hours) / 1000;
  const total = (point: TrafficPoint) => (point.in ?? 0) + (point.out ?? 0);
  const busiest = points.reduce<TrafficPoint | undefined>(
    (most, point) => (total(point) > (most ? total(most) : 0) ? point : most),
    undefined,
  );
  return busiest && { at: busiest.at, bytesPerSecond: total(busiest) / seconds };
}
