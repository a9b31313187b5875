import { describe, expect, it } from 'vitest';
import { formatInstant, formatRelative, instantOf } from './instant.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const noon = instantOf('2030-01-31T12:00:00.5');

describe('a moment of the API', () => {
  it('is read as UTC', () => {
    expect(noon.toISOString()).toBe('2030-01-31T12:00:00.500Z');
  });

  it('is written as the language writes it, and names its zone', () => {
    expect(plain(formatInstant(noon, 'en', 'Europe/Warsaw'))).toBe('01/31/2030, 13:00:00 GMT+1');
    expect(plain(formatInstant(noon, 'pl', 'Europe/Warsaw'))).toBe('31.01.2030, 13:00:00 CET');
  });
});

describe('how long ago something was', () => {
  const ago = (seconds: number, language = 'en') =>
    formatRelative(new Date(noon.getTime() - seconds * 1000), noon, language);

  it.each([
    [5, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [3 * 3600, '3 hours ago'],
    [86_400, 'yesterday'],
    [-7200, 'in 2 hours'],
    [400 * 86_400, 'last year'],
  ])('%d seconds reads %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('follows the plurals of Polish', () => {
    expect([2, 5, 22].map((minutes) => ago(minutes * 60, 'pl'))).toEqual([
      '2 minuty temu',
      '5 minut temu',
      '22 minuty temu',
    ]);
  });
});
