import { hourMilliseconds, minuteMilliseconds } from './traffic.ts';
import { workload } from './working-hours.ts';

export interface Sum {
  upload: number;
  download: number;
}

/** For the start of each step, in Unix milliseconds, the traffic of a location in it. */
type Sums = Map<number, Sum>;

export interface TotalRow extends Readonly<Sum> {
  readonly locationId: number;
  readonly step: 'minute' | 'hour';
  readonly at: number;
}

/** Traffic of whole locations, by the finest known step. */
export interface TrafficTotals {
  add(step: 'minute' | 'hour' | 'day', locationId: number, at: number, sum: Readonly<Sum>): void;
  /**
   * Every byte once by the minute, from `minutesFrom` on, and once by the hour. Hourly traffic is distributed over the
   * minutes of the hour, daily traffic over the working hours of the day.
   */
  rows(minutesFrom: number): Generator<TotalRow>;
}

export function createTotals(): TrafficTotals {
  const known = { minute: new Map<number, Sums>(), hour: new Map<number, Sums>(), day: new Map<number, Sums>() };
  return {
    add(step, locationId, at, sum) {
      const sums = known[step].get(locationId) ?? new Map<number, Sum>();
      known[step].set(locationId, sums);
      addTo(sums, at, sum);
    },
    *rows(minutesFrom) {
      const locationIds = new Set(Object.values(known).flatMap((byLocation) => [...byLocation.keys()]));
      for (const locationId of locationIds) {
        const minutes: Sums = new Map();
        const hours: Sums = new Map();
        for (const [at, sum] of known.day.get(locationId) ?? [])
          distribute(hours, at, sum, hourMilliseconds, byWorkload);
        for (const [at, sum] of known.hour.get(locationId) ?? []) {
          addTo(hours, at, sum);
          if (at >= minutesFrom) distribute(minutes, at, sum, minuteMilliseconds, evenly);
        }
        for (const [at, sum] of known.minute.get(locationId) ?? []) {
          addTo(minutes, at, sum);
          addTo(hours, Math.floor(at / hourMilliseconds) * hourMilliseconds, sum);
        }
        for (const [at, sum] of minutes) yield { locationId, step: 'minute', at, ...sum };
        for (const [at, sum] of hours) yield { locationId, step: 'hour', at, ...sum };
      }
    },
  };
}

const evenly = Array.from({ length: 60 }, () => 1);
const byWorkload = Array.from({ length: 24 }, (_, hour) => workload(hour));

/** Distributes whole bytes by these weights; the parts add up to the whole. */
function distribute(into: Sums, start: number, whole: Readonly<Sum>, step: number, weights: readonly number[]): void {
  const weight = weights.reduce((sum, each) => sum + each, 0);
  let [before, soFar] = [{ upload: 0, download: 0 }, 0];
  for (const [index, each] of weights.entries()) {
    soFar += each;
    const upTo = {
      upload: Math.round((whole.upload * soFar) / weight),
      download: Math.round((whole.download * soFar) / weight),
    };
    const part = { upload: upTo.upload - before.upload, download: upTo.download - before.download };
    addTo(into, start + index * step, part);
    before = upTo;
  }
}

function addTo(sums: Sums, at: number, { upload, download }: Readonly<Sum>): void {
  const sum = sums.get(at);
  if (sum) {
    sum.upload += upload;
    sum.download += download;
  } else {
    sums.set(at, { upload, download });
  }
}
