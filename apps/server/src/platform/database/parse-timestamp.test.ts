import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { parseTimestamp } from './parse-timestamp.ts';

const parseLikeDriver = pg.types.getTypeParser(1184, 'text') as (text: string) => Date;

it.each([
  ['2030-01-02 03:04:05+00', '2030-01-02T03:04:05.000Z'],
  ['2030-01-02 03:04:05.6+00', '2030-01-02T03:04:05.600Z'],
  ['2030-01-02 03:04:05.06+00', '2030-01-02T03:04:05.060Z'],
  ['2030-12-31 23:59:59.999999+00', '2030-12-31T23:59:59.999Z'],
  ['2024-02-29 00:00:00+00', '2024-02-29T00:00:00.000Z'],
  ['2030-01-02 03:04:05+05:30', '2030-01-01T21:34:05.000Z'],
  ['2030-01-02 03:04:05.5-08', '2030-01-02T11:04:05.500Z'],
  ['0044-03-15 00:00:00+00', '0044-03-15T00:00:00.000Z'],
])('reads %s', (text, expected) => {
  expect(parseTimestamp(text).toISOString()).toBe(expected);
});

it('reads any instant as the driver does', () => {
  const digits = fc.integer({ min: 0, max: 999_999 }).map((fraction) => `.${String(fraction).padStart(6, '0')}`);
  const fractions = fc.oneof(
    fc.constant(''),
    digits,
    fc.integer({ min: 1, max: 9 }).map((digit) => `.${digit}`),
  );
  const seconds = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(seconds, fractions, (date, fraction) => {
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
      expect(parseTimestamp(text)).toEqual(parseLikeDriver(text));
    }),
  );
});
