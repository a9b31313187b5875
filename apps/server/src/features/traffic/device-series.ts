import { maxBuckets, type Step, stepMilliseconds } from './buckets.ts';

/** Traffic of several devices that began at the same instant. Entries with the same index belong together. */
export interface Batch {
  readonly startsAt: Date;
  readonly deviceIds: readonly number[];
  readonly upload: readonly number[];
  readonly download: readonly number[];
}

/** Traffic of one device. Entries with the same index belong together. */
export interface Row {
  readonly deviceId: number;
  readonly startsAt: Date;
  /** For each entry, the number of units between the start of the row and that of the entry. */
  readonly offsets: readonly number[];
  readonly unitMilliseconds: number;
  readonly upload: readonly number[];
  readonly download: readonly number[];
}

export interface Bucket {
  readonly startsAt: Date;
  readonly upload: number;
  readonly download: number;
}

/**
 * Traffic of each device in buckets of the step, oldest first, from `firstBucket` on. Omits buckets without traffic and
 * those beyond `maxBuckets`. A day whose hours were purged is in the bucket at its start.
 */
export function deviceSeries(
  deviceIds: readonly number[],
  traffic: { readonly batches: readonly Batch[]; readonly rows: readonly Row[] },
  step: Step,
  firstBucket: Date,
): ReadonlyMap<number, readonly Bucket[]> {
  const sums = new Map(deviceIds.map((id) => [id, new Map<number, Sum>()]));
  const width = stepMilliseconds[step];
  const first = firstBucket.getTime();
  const add = (deviceId: number, at: number, upload: number, download: number) => {
    const start = Math.floor(at / width) * width;
    const ofDevice = sums.get(deviceId);
    if (!ofDevice || start < first) return;
    const sum = ofDevice.get(start);
    if (sum) {
      sum.upload += upload;
      sum.download += download;
    } else ofDevice.set(start, { upload, download });
  };
  for (const { startsAt, deviceIds: ids, upload, download } of traffic.batches) {
    const at = startsAt.getTime();
    for (const [index, id] of ids.entries()) add(id, at, upload[index] ?? 0, download[index] ?? 0);
  }
  for (const { deviceId, startsAt, offsets, unitMilliseconds, upload, download } of traffic.rows) {
    for (const [index, offset] of offsets.entries()) {
      add(deviceId, startsAt.getTime() + offset * unitMilliseconds, upload[index] ?? 0, download[index] ?? 0);
    }
  }
  return new Map([...sums].map(([deviceId, ofDevice]) => [deviceId, inOrder(ofDevice)]));
}

interface Sum {
  upload: number;
  download: number;
}

function inOrder(sums: ReadonlyMap<number, Sum>): Bucket[] {
  return [...sums]
    .toSorted(([one], [other]) => one - other)
    .slice(0, maxBuckets)
    .map(([start, sum]) => ({ startsAt: new Date(start), ...sum }));
}
