import type pg from 'pg';
import { copyRows, type Value } from './copy.ts';
import { loadLatestTraffic } from './latest-traffic.ts';
import type { LoadedDevice } from './load-devices.ts';
import type { Random } from './random.ts';
import { makeRecentTraffic, minuteColumns } from './recent-traffic.ts';
import { retention } from './retention.ts';
import {
  dayMilliseconds,
  daysOf,
  type Habit,
  hourMilliseconds,
  hoursOf,
  monthOf,
  nextMonth,
  type PackedTraffic,
} from './traffic.ts';
import { createTotals, type TrafficTotals } from './traffic-totals.ts';
import type { IsWorkingDay } from './working-hours.ts';

export interface TrafficPlan {
  readonly devices: readonly LoadedDevice[];
  readonly days: number;
  readonly until: Date;
  readonly isWorkingDay: IsWorkingDay;
}

export interface TrafficCount {
  /** Stored values: traffic of a device within a minute, an hour or a day. */
  readonly samples: number;
  /** Counter readings that were aggregated into them, one for each 30 seconds with traffic. */
  readonly readings: number;
}

/** Share of devices that are in use. */
const usedShare = 0.56;
/** Readings per slot: one each 30 s, with traffic in half of the minutes and about eight hours of a working day. */
const readings = { minute: 2, hour: 66, day: 560 } as const;
const packedColumns = ['location_id', 'starts_at', 'device_id', 'slots', 'upload', 'download'];
const totalColumns = ['location_id', 'step', 'starts_at', 'upload', 'download'];

/**
 * Loads traffic as core stores it: minutes of the last hours, hours of the last weeks and days before, with the totals
 * of locations.
 */
export async function loadTraffic(client: pg.Client, plan: TrafficPlan, random: Random): Promise<TrafficCount> {
  const habits = makeHabits(plan.devices, random.fork('habits'));
  const totals = createTotals();
  const spans = spansOf(plan);
  const times = { end: spans.end, isWorkingDay: plan.isWorkingDay };
  const recent = makeRecentTraffic({ ...times, from: spans.minutesFrom }, habits, random.fork('minutes'), totals);
  await copyRows(client, 'traffic_minutes', minuteColumns, recent.rows);

  const today = { ...times, before: spans.hoursUntil, known: (at: number) => recent.hours.get(at) };
  const hourly = each(spans.hoursFrom, spans.hoursUntil, dayMilliseconds, (at) =>
    hoursOf(at, today, habits, random.fork(`hours of ${at}`)),
  );
  const month = { ...times, after: spans.begin, before: spans.hoursFrom };
  const daily = eachMonth(spans.begin, spans.hoursFrom, (at) =>
    daysOf(at, month, habits, random.fork(`days of ${at}`)),
  );
  const hours = await loadPacked(client, 'hour', hourly, totals, spans.minutesFrom);
  const days = await loadPacked(client, 'day', daily, totals, spans.minutesFrom);

  await client.query('insert into traffic_progress select id, $1 from location', [new Date(spans.hoursUntil)]);
  await copyRows(client, 'traffic_total', totalColumns, totalRows(totals, plan.until));
  await loadLatestTraffic(client, plan.until, habits, random.fork('latest'));
  return {
    samples: recent.samples + hours + days,
    readings: recent.samples * readings.minute + hours * readings.hour + days * readings.day,
  };
}

/** Start and end of each level, in Unix milliseconds. */
function spansOf({ days, until }: TrafficPlan) {
  const end = until.getTime();
  const begin = floor(end - days * dayMilliseconds, dayMilliseconds);
  return {
    begin,
    hoursFrom: Math.max(begin, floor(end - retention.deviceHours, dayMilliseconds) + dayMilliseconds),
    minutesFrom: floor(end - retention.deviceMinutes, hourMilliseconds) + hourMilliseconds,
    hoursUntil: floor(end, hourMilliseconds),
    end,
  };
}

/** Returns the number of slots in the rows. Skips totals of the time that is known by the minute. */
async function loadPacked(
  client: pg.Client,
  step: 'hour' | 'day',
  packed: Iterable<PackedTraffic>,
  totals: TrafficTotals,
  minutesFrom: number,
): Promise<number> {
  const { table, slotMilliseconds, firstSlot } = levels[step];
  let slots = 0;
  function* rows(): Generator<Value[]> {
    for (const row of packed) {
      const { deviceId, locationId } = row.habit;
      slots += row.slots.length;
      for (const [index, slot] of row.slots.entries()) {
        const at = row.startsAt + (slot - firstSlot) * slotMilliseconds;
        const sum = { upload: row.upload[index] ?? 0, download: row.download[index] ?? 0 };
        if (at < minutesFrom) totals.add(step, locationId, at, sum);
      }
      yield [locationId, new Date(row.startsAt), deviceId, row.slots, row.upload, row.download];
    }
  }
  await copyRows(client, table, packedColumns, rows());
  return slots;
}

const levels = {
  hour: { table: 'traffic_hours', slotMilliseconds: hourMilliseconds, firstSlot: 0 },
  day: { table: 'traffic_days', slotMilliseconds: dayMilliseconds, firstSlot: 1 },
} as const;

function* totalRows(totals: TrafficTotals, until: Date): Generator<Value[]> {
  const minutesFrom = floor(until.getTime() - retention.totalMinutes, hourMilliseconds) + hourMilliseconds;
  for (const { locationId, step, at, upload, download } of totals.rows(minutesFrom)) {
    yield [locationId, step, new Date(at), upload, download];
  }
}

/** In order of location, as the tables are. */
function makeHabits(devices: readonly LoadedDevice[], random: Random): Habit[] {
  return devices
    .filter(({ locationIds }) => locationIds.length > 0 && random.chance(usedShare))
    .map(({ id, locationIds }) => ({
      deviceId: id,
      locationId: random.pickEarly(locationIds),
      // from chat to films: 30 kB to 10 MB a minute
      bytesPerMinute: 30_000 * 10 ** (2.5 * random.next()),
      zone: random.pick([0, 1, 1, 9, 9]),
    }))
    .toSorted((a, b) => a.locationId - b.locationId);
}

function* each<T>(from: number, until: number, step: number, make: (at: number) => Iterable<T>): Generator<T> {
  for (let at = from; at < until; at += step) yield* make(at);
}

function* eachMonth<T>(from: number, until: number, make: (at: number) => Iterable<T>): Generator<T> {
  for (let at = monthOf(from); at < until; at = nextMonth(at)) yield* make(at);
}

function floor(at: number, step: number): number {
  return Math.floor(at / step) * step;
}
