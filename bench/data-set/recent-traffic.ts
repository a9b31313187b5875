import type { Value } from './copy.ts';
import type { Random } from './random.ts';
import {
  type Habit,
  hourMilliseconds,
  minuteMilliseconds,
  minutesOf,
  type PackedTraffic,
  type Times,
} from './traffic.ts';
import type { Sum, TrafficTotals } from './traffic-totals.ts';

export interface RecentTraffic {
  /** Rows of `traffic_minutes`: one per location and minute, with arrays of devices. */
  readonly rows: Value[][];
  /** For the start of each completed hour, the traffic of each device in it. */
  readonly hours: ReadonlyMap<number, ReadonlyMap<number, Sum>>;
  /** Number of values in the rows. */
  readonly samples: number;
}

export const minuteColumns = ['location_id', 'starts_at', 'device_ids', 'upload', 'download'] as const;

export interface Span extends Times {
  /** Start of an hour. */
  readonly from: number;
}

/** The most recent traffic, by the minute; it is added to the totals. */
export function makeRecentTraffic(
  span: Span,
  habits: readonly Habit[],
  random: Random,
  totals: TrafficTotals,
): RecentTraffic {
  const { from, end } = span;
  const rows: Value[][] = [];
  const hours = new Map<number, Map<number, Sum>>();
  let samples = 0;
  for (let hour = from; hour < end; hour += hourMilliseconds) {
    const minutes = new Map<string, Minute>();
    const sums = new Map<number, Sum>();
    for (const device of minutesOf(hour, span, habits, random)) {
      samples += device.slots.length;
      sums.set(device.habit.deviceId, sumOf(device));
      addToMinutes(minutes, device);
    }
    if (hour + hourMilliseconds <= end) hours.set(hour, sums);
    for (const { locationId, at, deviceIds, upload, download } of minutes.values()) {
      rows.push([locationId, new Date(at), deviceIds, upload, download]);
      totals.add('minute', locationId, at, { upload: total(upload), download: total(download) });
    }
  }
  return { rows, hours, samples };
}

interface Minute {
  readonly locationId: number;
  readonly at: number;
  readonly deviceIds: number[];
  readonly upload: number[];
  readonly download: number[];
}

function addToMinutes(minutes: Map<string, Minute>, { startsAt, habit, slots, upload, download }: PackedTraffic): void {
  const { locationId, deviceId } = habit;
  for (const [index, slot] of slots.entries()) {
    const key = `${locationId}/${slot}`;
    const at = startsAt + slot * minuteMilliseconds;
    const minute = minutes.get(key) ?? { locationId, at, deviceIds: [], upload: [], download: [] };
    minutes.set(key, minute);
    minute.deviceIds.push(deviceId);
    minute.upload.push(upload[index] ?? 0);
    minute.download.push(download[index] ?? 0);
  }
}

function sumOf({ upload, download }: PackedTraffic): Sum {
  return { upload: total(upload), download: total(download) };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
