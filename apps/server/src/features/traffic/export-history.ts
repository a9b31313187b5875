import { Readable } from 'node:stream';
import type { TrafficHistory } from '@gatewarden/contract/traffic-history';
import { csvRecord } from '@gatewarden/net/csv-record';

/** A record for each bucket with traffic; times are in UTC. At most as many as the longest period has days, or 840. */
function toHistoryCsv({ series }: TrafficHistory): string {
  const header = csvRecord(['starts_at', 'bytes_to_devices', 'bytes_from_devices']);
  return header + series.map(({ at, upload, download }) => csvRecord([`${at}Z`, upload, download])).join('');
}

/** Reads the history when the caller reads the file. */
export function exportHistory(read: () => Promise<TrafficHistory>): Readable {
  return Readable.from(
    (async function* () {
      yield toHistoryCsv(await read());
    })(),
  );
}
