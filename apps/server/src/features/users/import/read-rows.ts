import { Readable } from 'node:stream';
import { DomainError } from '@gatewarden/contract/errors';
import type { ImportColumn } from '@gatewarden/contract/user-import';
import { importLimits } from '@gatewarden/contract/user-import.names';
import { readField } from '@gatewarden/net/csv-record';
import { CsvError, parse } from 'csv-parse';
import { findImportColumn } from './find-import-column.ts';

/** A row below the header row. */
export interface FileRow {
  /** As a spreadsheet numbers it: the first row of the file is 1, empty ones count. */
  readonly row: number;
  /** Trimmed; an empty field is absent. */
  readonly fields: Readonly<Partial<Record<ImportColumn, string>>>;
  readonly hasExtraFields: boolean;
}

export interface ImportFile {
  readonly separator: Separator;
  readonly rows: readonly FileRow[];
  readonly ignoredColumns: readonly string[];
}

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];
const requiredColumns = ['username', 'first_name', 'last_name', 'email'] as const;
/** Of a row; a longer one has a quotation mark that is not closed. */
const maxRowCharacters = 65_536;
/** Other requests are served between chunks of this size. */
const chunkCharacters = 32_768;

/**
 * Reads a file of users: separated by comma, semicolon or tab, with the names of the columns in the first row, in any
 * order. A line such as `sep=;` before it sets the separator.
 * @throws csv_unreadable, csv_empty, csv_too_large, csv_columns_missing
 */
export async function readRows(text: string): Promise<ImportFile> {
  if (Buffer.byteLength(text) > importLimits.bytes) throw new DomainError('csv_too_large', { field: 'csv' });
  const { separator, table } = splitSeparatorLine(text);
  let columns: (ImportColumn | undefined)[] | undefined;
  let ignoredColumns: string[] = [];
  const rows: FileRow[] = [];
  for await (const { row, record } of parseRecords(table, separator)) {
    if (!columns) {
      columns = resolveColumns(record);
      ignoredColumns = record.filter((name, index) => name !== '' && columns?.[index] === undefined);
    } else if (rows.length === importLimits.rows) {
      throw new DomainError('csv_too_large', { field: 'csv' });
    } else {
      rows.push(toRow(row, record, columns));
    }
  }
  if (rows.length === 0) throw new DomainError('csv_empty', { field: 'csv' });
  return { separator, rows, ignoredColumns };
}

/** Excel writes and reads this first line; spreadsheets do not show it, so the row below it is row 1. */
const separatorLine = /^\uFEFF?"?sep=([,;\t])"?[,;\t]*(?:\r\n|\r|\n|$)/i;

/** `table` is the text without a first line that names the separator. */
function splitSeparatorLine(text: string): { separator: Separator; table: string } {
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const table = text.slice(line.length);
  return { separator: separators.find((separator) => separator === named) ?? detectSeparator(table), table };
}

/** The separator that is most frequent in the first row, not counting quoted text. */
function detectSeparator(text: string): Separator {
  const [first = ''] = text.trimStart().split(/\r|\n/, 1);
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => unquoted.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** All records that are not empty. */
async function* parseRecords(text: string, delimiter: Separator): AsyncGenerator<{ row: number; record: string[] }> {
  const parser = Readable.from(splitChunks(text)).pipe(
    parse({ bom: true, delimiter, relax_column_count: true, max_record_size: maxRowCharacters }),
  );
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (record.some((field) => field.trim() !== '')) yield { row, record };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    // `row` lags behind: records that were parsed but not consumed are lost with the failure
    throw new DomainError('csv_unreadable', { field: 'csv', row: Number(cause['records']) + 1 }, { cause });
  }
}

function* splitChunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkCharacters) yield text.slice(at, at + chunkCharacters);
}

function resolveColumns(record: readonly string[]): (ImportColumn | undefined)[] {
  const named = record.map(findImportColumn);
  const missing = requiredColumns.filter((column) => !named.includes(column));
  if (missing.length > 0) throw new DomainError('csv_columns_missing', { field: 'csv', columns: missing.join(', ') });
  // of two columns with the same name the first one counts
  return named.map((column, index) => (named.indexOf(column) === index ? column : undefined));
}

function toRow(row: number, record: readonly string[], columns: readonly (ImportColumn | undefined)[]): FileRow {
  const fields: Partial<Record<ImportColumn, string>> = {};
  columns.forEach((column, index) => {
    const value = readField(record[index] ?? '').trim();
    if (column && value !== '') fields[column] = value;
  });
  return { row, fields, hasExtraFields: record.slice(columns.length).some((field) => field.trim() !== '') };
}
