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

it('labels days with the month where they span more than two weeks', () => {
  const days = seconds(new Date(2026, 10, 16), new Date(2026, 11, 1), new Date(2026, 11, 16));
  expect(timeLabels(days, 'en')).toEqual(['Nov 16', 'Dec 1', 'Dec 16']);
});

it('labels starts of months with the month, and the first of a year with the year', () => {
  const months = seconds(new Date(2026, 10, 1), new Date(2026, 11, 1), new Date(2027, 0, 1), new Date(2027, 1, 1));
  expect(timeLabels(months, 'en')).toEqual(['Nov', 'Dec', 'Jan 2027', 'Feb']);
  expect(timeLabels(months, 'ko')).toEqual(['11월', '12월', '2027년 1월', '2월']);
  expect(timeLabels(months, 'pl')).toEqual(['lis', 'gru', 'sty 2027', 'lut']);
});
