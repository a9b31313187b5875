import { Readable } from 'node:stream';
import { csvRecord } from '@gatewarden/net/csv-record';
import type { Database } from '../../platform/database/database.ts';
import type { ActivityFilter, Order } from './activity-filter.queries.ts';
import { presentExported } from './activity-log.present.ts';
import { type EntryCursor, type ExportedRow, findLastId, listEntriesAfter } from './entries.queries.ts';

interface Format {
  readonly contentType: string;
  readonly header: string;
  readonly entry: (row: ExportedRow, isFirst: boolean) => string;
  readonly footer: string;
}

const csvColumns = [
  ...(['id', 'timestamp', 'user_id', 'username', 'location', 'ip', 'event', 'module', 'device'] as const),
  'description',
] as const;

export const formats = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    // without a byte order mark, spreadsheets assume the local code page
    header: `\uFEFF${csvRecord(csvColumns)}`,
    entry: (row) => {
      const entry = presentExported(row);
      return csvRecord(csvColumns.map((column) => entry[column]));
    },
    footer: '',
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    header: '[\n',
    entry: (row, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(presentExported(row))}`,
    footer: '\n]\n',
  },
} as const satisfies Record<string, Format>;

const batchSize = 200;

/**
 * All current matches, by time. Reads a batch when the previous one was consumed, so that memory does not grow with the
 * length. Needs no transaction: stored entries never change.
 */
export function exportActivity(
  db: Database,
  filter: ActivityFilter,
  { format, direction }: { readonly format: keyof typeof formats; readonly direction: Order['direction'] },
): Readable {
  return Readable.from(write(readBatches(db, filter, direction), formats[format]), { objectMode: false });
}

async function* readBatches(
  db: Database,
  filter: ActivityFilter,
  direction: Order['direction'],
): AsyncGenerator<ExportedRow[]> {
  const last = await findLastId(db);
  let after: EntryCursor | undefined;
  for (;;) {
    const rows = await listEntriesAfter(db, filter, { after, direction, limit: batchSize, lastId: last });
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1);
  }
}

async function* write(batches: AsyncIterable<ExportedRow[]>, format: Format): AsyncGenerator<string> {
  yield format.header;
  let isFirst = true;
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      text += format.entry(row, isFirst);
      isFirst = false;
    }
    yield text;
  }
  yield format.footer;
}
