import { describe, expect, it } from 'vitest';
import { formatBits, formatBytes } from './quantity.ts';

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
