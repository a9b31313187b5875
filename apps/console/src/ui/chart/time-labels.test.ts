import { expect, it } from 'vitest';
import { timeLabels } from './time-labels.ts';

const seconds = (...instants: Date[]) => instants.map((instant) => instant.getTime() / 1000);

it('labels days with weekday and date where there are several', () => {
  const days = seconds(new Date(2026, 10, 16), new Date(2026, 10, 16, 12), new Date(2026, 10, 17));
  expect(timeLabels(days, 'en')).toEqual(['Mon 16', '12:00', 'Tue 17']);
});

it('labels times of one day with the clock of the user', () => {
  const times = seconds(new Date(2026, 10, 16), new Date(2026, 10, 16, 14, 30));
  expect(timeLabels(times, 'en')).toEqual(['00:00', '14:30']);
  expect(timeLabels(times, 'en-u-hc-h12')).toEqual(['12:00 AM', '2:30 PM']);
});
