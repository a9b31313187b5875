import type { Random } from './random.ts';
import { type IsWorkingDay, workload } from './working-hours.ts';

export const minuteMilliseconds = 60_000;
export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 86_400_000;

/** How a device uses the location that it connects to. */
export interface Habit {
  readonly deviceId: number;
  readonly locationId: number;
  /** Bytes to the device in a minute with traffic. */
  readonly bytesPerMinute: number;
  /** Time zone: hours ahead of UTC. */
  readonly zone: number;
}

/** Traffic of a device within an hour, a day or a month: a slot for each minute, hour or day that had any. */
export interface PackedTraffic {
  readonly startsAt: number;
  readonly habit: Habit;
  readonly slots: number[];
  readonly upload: number[];
  readonly download: number[];
}

/** Probability of traffic for a device in use, per working day, other day, and minute at work. */
const chance = { ofWorkingDay: 0.7, ofFreeDay: 0.08, ofMinute: 0.55 } as const;
/** Minutes with traffic in an hour at work, and hours at work in a day. */
const minutesOfHour = 60 * chance.ofMinute;
const hoursOfDay = 8.5;
/** Ratio of sent to downloaded bytes. */
const sentShare = 0.15;

export interface Times {
  /** End of all data, in Unix milliseconds. */
  readonly end: number;
  readonly isWorkingDay: IsWorkingDay;
}

/** Rows of one hour, minute by minute, until the end of all data. */
export function* minutesOf(
  startsAt: number,
  { end, isWorkingDay }: Times,
  habits: readonly Habit[],
  random: Random,
): Generator<PackedTraffic> {
  for (const habit of habits) {
    if (!isAtWork(startsAt, isWorkingDay, habit, random)) continue;
    const row = emptyRow(startsAt, habit);
    for (let slot = 0; slot < 60 && startsAt + slot * minuteMilliseconds < end; slot += 1) {
      if (random.chance(chance.ofMinute)) put(row, slot, 1, random);
    }
    if (row.slots.length > 0) yield row;
  }
}

export interface DayPlan extends Times {
  /** End of the hours: the start of the first hour that is left out. */
  readonly before: number;
  /** Traffic of a device in hours that are known by the minute; undefined for other hours. */
  readonly known: (
    at: number,
  ) => ReadonlyMap<number, { readonly upload: number; readonly download: number }> | undefined;
}

/** Rows of one day, hour by hour. */
export function* hoursOf(
  startsAt: number,
  { before, isWorkingDay, known }: DayPlan,
  habits: readonly Habit[],
  random: Random,
): Generator<PackedTraffic> {
  for (const habit of habits) {
    const row = emptyRow(startsAt, habit);
    for (let slot = 0; slot < 24 && startsAt + slot * hourMilliseconds < before; slot += 1) {
      const at = startsAt + slot * hourMilliseconds;
      const sums = known(at);
      if (sums) {
        const sum = sums.get(habit.deviceId);
        if (sum) putExactly(row, slot, sum);
      } else if (isAtWork(at, isWorkingDay, habit, random)) {
        put(row, slot, minutesOfHour, random);
      }
    }
    if (row.slots.length > 0) yield row;
  }
}

/** Rows of one month, day by day from `after` until `before`. */
export function* daysOf(
  startsAt: number,
  { after, before, isWorkingDay }: Times & { readonly after: number; readonly before: number },
  habits: readonly Habit[],
  random: Random,
): Generator<PackedTraffic> {
  const days = new Date(nextMonth(startsAt) - 1).getUTCDate();
  for (const habit of habits) {
    const row = emptyRow(startsAt, habit);
    for (let slot = 1; slot <= days; slot += 1) {
      const at = startsAt + (slot - 1) * dayMilliseconds;
      if (at < after || at >= before) continue;
      const share = isWorkingDay(at) ? chance.ofWorkingDay : chance.ofFreeDay;
      if (random.chance(share)) put(row, slot, minutesOfHour * hoursOfDay, random);
    }
    if (row.slots.length > 0) yield row;
  }
}

export function monthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function nextMonth(month: number): number {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

function isAtWork(at: number, isWorkingDay: IsWorkingDay, { zone }: Habit, random: Random): boolean {
  const local = new Date(at + zone * hourMilliseconds);
  const share = isWorkingDay(at) ? chance.ofWorkingDay : chance.ofFreeDay;
  return random.chance(share * workload(local.getUTCHours()));
}

function emptyRow(startsAt: number, habit: Habit): PackedTraffic {
  return { startsAt, habit, slots: [], upload: [], download: [] };
}

function put(row: PackedTraffic, slot: number, minutes: number, random: Random): void {
  const upload = Math.ceil(row.habit.bytesPerMinute * minutes * (0.2 + 1.6 * random.next()));
  putExactly(row, slot, { upload, download: Math.ceil(upload * sentShare * (0.5 + random.next())) });
}

function putExactly(row: PackedTraffic, slot: number, sum: { upload: number; download: number }): void {
  row.slots.push(slot);
  row.upload.push(sum.upload);
  row.download.push(sum.download);
}
