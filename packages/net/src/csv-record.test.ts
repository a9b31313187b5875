import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRecord, readField } from './csv-record.ts';

/** Reads one record with another CSV parser. */
function read(record: string): string[] {
  return parse(record, { relax_column_count: true, record_delimiter: '\r\n' }).flat();
}

it('preserves text that is not a formula', () => {
  expect(csvRecord(['a', 1, null, 'O"Brien, "Bob"', 'two\r\nlines', '김철수'])).toBe(
    'a,1,,"O""Brien, ""Bob""","two\r\nlines",김철수\r\n',
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
      const fields = texts.map((text) => `a${text}`);
      expect(read(csvRecord(fields))).toEqual(fields);
    }),
  );
});

it.each([
  ['=HYPERLINK("http://evil.example")'],
  ['+1+1'],
  ['-2+3'],
  ['@SUM(A1)'],
  ['\t=1'],
  ['\r=1'],
  ['\n=1'],
  ['  =1'],
  ['\u200b=1'],
  ['＝1+1'],
  ['＠SUM(A1)'],
])('prefixes %j so that spreadsheets do not run it as a formula', (text) => {
  expect(read(csvRecord(['before', text]))).toEqual(['before', `'${text}`]);
});

it('restores prefixed text, including text that starts with apostrophes', () => {
  for (const text of ['=1', "'=1", "''@x", "O'Brien", "'quoted'", "'", '+48 123', '\t=1', '-']) {
    expect(read(csvRecord(['before', text])).map(readField)).toEqual(['before', text]);
  }
});
