import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NaiveTimestamp, PathId, pathText, QueryTimestamp } from './primitives.ts';

/** Longest period. */
export const maxHistoryDays = 1_830;

const count = z.int().min(0);

const bucketSteps = z.enum(['minute', 'hour', 'day']);

/**
 * Bytes of a location, of all locations, of a user's devices or of one device: `upload` to devices, `download` from
 * devices.
 */
export const TrafficHistory = z.object({
  /** The length of a bucket, as short as the period and what is stored allow; days begin at midnight UTC. */
  step: bucketSteps,
  /** The period in whole buckets. */
  from: NaiveTimestamp,
  until: NaiveTimestamp,
  upload: count,
  download: count,
  /** Buckets with traffic, oldest first. */
  series: z.array(z.object({ at: NaiveTimestamp, upload: count, download: count })),
});
export type TrafficHistory = z.infer<typeof TrafficHistory>;

const HistoryQuery = z.object({
  from: QueryTimestamp,
  /** Default: now. */
  to: QueryTimestamp.optional(),
  /** Default: all locations. */
  location: PathId.optional(),
  /** Devices of this user. Default: all devices. */
  username: pathText(254).optional(),
  /** One device; not together with `username`. */
  device: PathId.optional(),
});

const common = {
  access: 'admin',
  area: 'traffic',
  query: HistoryQuery,
  errors: ['location_not_found', 'user_not_found', 'device_not_found', 'time_in_future', 'history_range_invalid'],
  errorStatus: { invalid_input: 400 },
} as const;

export const getTrafficHistory = endpoint({
  ...common,
  method: 'GET',
  path: '/traffic/history',
  summary: 'Show traffic of a period of up to five years',
  response: TrafficHistory,
});

export const exportTrafficHistory = endpoint({
  ...common,
  method: 'GET',
  path: '/traffic/history/export',
  summary: 'Download traffic of a period as CSV',
  response: z.string(),
  answer: { kind: 'download', content: { 'text/csv': z.string() } },
});

/** Bytes in the database. */
export const TrafficStorage = z.object({
  bytes: count,
  /** With the retention in the settings, for traffic as in the last days; null if less than a day is stored. */
  expected_bytes: count.nullable(),
  /** What a day of each adds. */
  detail_bytes_per_day: count.nullable(),
  history_bytes_per_day: count.nullable(),
});
export type TrafficStorage = z.infer<typeof TrafficStorage>;

export const getTrafficStorage = endpoint({
  method: 'GET',
  path: '/traffic/storage',
  access: 'admin',
  area: 'traffic',
  summary: 'Show how much room stored traffic takes, and is expected to take',
  response: TrafficStorage,
});
