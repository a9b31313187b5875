import { describe, expect, it } from 'vitest';
import { formatBits, formatBytes, formatDuration } from './quantity.ts';

/** Replaces no-break spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('an amount of traffic', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_499, '999 kB'],
    [999_999, '1 MB'],
    [1_234_567, '1.23 MB'],
    [5e18, '5,000 PB'],
  ])('of %d bytes is formatted as "%s"', (bytes, text) => {
    expect(plain(formatBytes(bytes, 'en'))).toBe(text);
  });

  it('uses the decimal separator of the language', () => {
    expect(plain(formatBytes(1_234_567, 'pl'))).toBe('1,23 MB');
  });

  it('is formatted in bits per second as a rate', () => {
    expect(plain(formatBits(10_000_000, 'en'))).toBe('10 Mbit/s');
  });
});

describe('a duration', () => {
  it.each([
    [60, '1 minute'],
    [300, '5 minutes'],
    [5_400, '90 minutes'],
    [3_600, '1 hour'],
    [604_800, '7 days'],
    [61, '61 seconds'],
    [0, '0 seconds'],
  ])('of %d seconds is formatted as "%s"', (seconds, text) => {
    expect(plain(formatDuration(seconds, 'en'))).toBe(text);
  });

  it('uses the words of the language', () => {
    expect([plain(formatDuration(300, 'pl')), plain(formatDuration(300, 'ko'))]).toEqual(['5 minut', '5분']);
  });
});
