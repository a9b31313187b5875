import { describe, expect, it } from 'vitest';
import { elapsedSince, formatDay, formatInstant, formatRelative, formatWait, instantOf } from './instant.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const noon = instantOf('2030-01-31T12:00:00.5');

describe('an instant of the API', () => {
  it('is read as UTC', () => {
    expect(noon.toISOString()).toBe('2030-01-31T12:00:00.500Z');
  });

  it('is formatted for the language, with its time zone', () => {
    expect(plain(formatInstant(noon, 'en', 'Europe/Warsaw'))).toBe('01/31/2030, 13:00:00 GMT+1');
    expect(plain(formatInstant(noon, 'pl', 'Europe/Warsaw'))).toBe('31.01.2030, 13:00:00 CET');
  });

  it('has 12 hours if the locale says so', () => {
    expect(plain(formatInstant(noon, 'en-u-hc-h12', 'Europe/Warsaw'))).toBe('01/31/2030, 1:00:00 PM GMT+1');
    expect(plain(formatInstant(noon, 'ko-u-hc-h12', 'Europe/Warsaw'))).toContain('오후 1시');
  });
});

it.each([
  [0, 'minute', 1],
  [59.4 * 60, 'minute', 59],
  [59.6 * 60, 'hour', 1],
  [23.4 * 3600, 'hour', 23],
  [36 * 3600, 'day', 2],
])('counts %d elapsed seconds in units of one %s: %d', (seconds, unit, count) => {
  expect(elapsedSince(new Date(noon.getTime() - seconds * 1000), noon)).toEqual({ unit, count });
});

describe('formatRelative', () => {
  const ago = (seconds: number, language = 'en') =>
    formatRelative(new Date(noon.getTime() - seconds * 1000), noon, language);

  it.each([
    [5, 'just now'],
    [59, 'just now'],
    [-5, 'now'],
    [60, '1 minute ago'],
    [3 * 3600, '3 hours ago'],
    [86_400, 'yesterday'],
    [-7200, 'in 2 hours'],
    [-(90 * 86_400 - 5), 'in 3 months'],
    [-(365 * 86_400 - 5), 'in 1 year'],
    [-(30 * 86_400 - 5), 'in 30 days'],
    [-(24 * 3600 - 5), 'tomorrow'],
    [-45 * 86_400, 'in 45 days'],
    [59.6 * 60, '1 hour ago'],
    [100 * 60, '2 hours ago'],
    [400 * 86_400, '1 year ago'],
  ])('formats %d seconds as "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('says in each language that a moment has just passed', () => {
    expect(['en', 'pl', 'ko'].map((language) => ago(5, language))).toEqual(['just now', 'przed chwilą', '방금']);
  });

  it('counts days of the calendar', () => {
    const monday = new Date(2030, 0, 7, 9);
    expect(formatRelative(new Date(2030, 0, 5, 23), monday, 'en')).toBe('2 days ago');
    expect(formatRelative(new Date(2030, 0, 6, 1), monday, 'en')).toBe('yesterday');
  });

  it('uses the plural forms of Polish', () => {
    expect([2, 5, 22].map((minutes) => ago(minutes * 60, 'pl'))).toEqual([
      '2 minuty temu',
      '5 minut temu',
      '22 minuty temu',
    ]);
  });
});

describe('formatDay', () => {
  const now = new Date(2030, 0, 2, 0, 30);

  it.each([
    [new Date(2030, 0, 2, 0, 1), 'Today'],
    [new Date(2030, 0, 1, 23, 59), 'Yesterday'],
    [new Date(2029, 11, 31, 12), 'Monday, December 31, 2029'],
    [new Date(2030, 4, 6, 12), 'Monday, May 6'],
  ])('formats %s as "%s"', (at, text) => {
    expect(formatDay(at, now, 'en')).toBe(text);
  });

  it('is written as the language writes days', () => {
    expect([formatDay(now, now, 'pl'), formatDay(now, now, 'ko')]).toEqual(['Dzisiaj', '오늘']);
  });
});

describe('formatWait', () => {
  it.each([
    [0, 'in 1 minute'],
    [61, 'in 2 minutes'],
    [59 * 60 + 1, 'in 1 hour'],
    [80 * 60, 'in 2 hours'],
    [86_400, 'tomorrow'],
  ])('formats %d seconds as "%s"', (seconds, text) => {
    expect(formatWait(seconds, 'en')).toBe(text);
  });
});
