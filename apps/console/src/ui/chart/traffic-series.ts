import { instantOf } from '../../lib/format/instant.ts';
import type { TrafficPoint } from './traffic-point.ts';

/** A bucket of the API, from the point of view of the gateway: `upload` is traffic to devices, `download` from devices. */
interface Bucket {
  collected_at: string | null;
  upload: number | null;
  download: number | null;
}

const minuteMilliseconds = 60_000;
const hourMilliseconds = 3_600_000;
/** For windows of this length or longer the API returns hourly buckets. */
const hourlyFromHours = 6;
/** A shorter part of a bucket says little about its rate: reports of gateways arrive with a delay. */
const shortestPartSeconds = 300;

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
 * current bucket is a running point, or left out while little of it has passed.
 */
export function trafficPoints(buckets: readonly Bucket[], { hours, now }: Window): TrafficPoint[] {
  const step = bucketMilliseconds(hours);
  const known = new Map<number, { down: number | null; up: number | null }>();
  for (const { collected_at, upload, download } of buckets) {
    if (collected_at !== null) known.set(instantOf(collected_at).getTime(), { down: upload, up: download });
  }
  const first = Math.floor((now.getTime() - hours * hourMilliseconds) / step) * step;
  // the clock of the server may be ahead
  const current = Math.max(Math.floor(now.getTime() / step) * step, ...known.keys());
  const passedSeconds = (now.getTime() - current) / 1000;
  const points: TrafficPoint[] = [];
  for (let start = first; start < current; start += step) {
    points.push({ at: new Date(start), down: null, up: null, ...known.get(start), seconds: step / 1000 });
  }
  const running = known.get(current);
  if (running && passedSeconds >= shortestPartSeconds) {
    points.push({ at: new Date(current), ...running, seconds: passedSeconds, isRunning: true });
  }
  return points;
}
