import { NaiveTimestamp } from '@gatewarden/contract/primitives';
import { expect, it } from 'vitest';
import { toNaive } from './naive-timestamp.ts';

it.each([
  ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00'],
  ['2026-03-01T09:30:00.050Z', '2026-03-01T09:30:00.050'],
  ['2026-03-01T09:30:00.120+02:00', '2026-03-01T07:30:00.120'],
])('formats %s without a zone and without a zero fraction', (instant, text) => {
  expect(toNaive(new Date(instant))).toBe(text);
  expect(NaiveTimestamp.parse(text)).toBe(text);
});
