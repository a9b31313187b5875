import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number)[];

const chunkCharacters = 1 << 18;

/** Loads rows with COPY, which also fills identity columns, and returns their number. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<number> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join();
  const sink = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin`));
  await pipeline(Readable.from(toChunks(rows), { objectMode: false, highWaterMark: 4 * chunkCharacters }), sink);
  return sink.rowCount;
}

function* toChunks(rows: Iterable<readonly Value[]>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += toLine(row);
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** https://www.postgresql.org/docs/current/sql-copy.html, text format: tab between fields, \N for null. */
function toLine(row: readonly Value[]): string {
  let line = '';
  for (let index = 0; index < row.length; index += 1) line += (index === 0 ? '' : '\t') + toField(row[index] ?? null);
  return `${line}\n`;
}

function toField(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(value);
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return escaped(`{${(value as readonly (string | number)[]).map(toElement).join()}}`);
}

function toElement(element: string | number): string {
  return typeof element === 'number' ? String(element) : `"${element.replaceAll(/["\\]/g, '\\$&')}"`;
}

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return text.replace(special, (character) => escapes[character] ?? character);
}
