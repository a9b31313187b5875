import { expect, it } from 'vitest';
import type { PaletteItem } from './palette-items.tsx';
import { orderByRank, rankOf } from './rank-items.ts';

const item = (label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: label,
  label,
  group: 'Pages',
  run: () => undefined,
  ...more,
});

it.each([
  ['Users', 'users', 0],
  ['Użytkownicy', 'uzytkownicy', 0],
  ['Lokalizacje', 'lokalizacj', 1],
  ['Dodaj lokalizację', 'lokalizacje', 2],
  ['로케이션 추가', '로케', 1],
  ['로케이션 추가', '추가', 2],
  ['Two-factor authentication', 'factor', 2],
  ['Two-factor authentication', 'auth two', 3],
  ['Two-factor authentication', 'twofact', 4],
  ['Activity log', 'actlog', 4],
  ['Settings', 'stg', 4],
  ['Settings', 'gst', undefined],
  ['Users', 'xyz', undefined],
])('ranks %s for "%s" as %s', (label, query, rank) => {
  expect(rankOf(item(label), query)).toBe(rank);
});

it('finds an item by its description and further words', () => {
  const mail = item('Email', { description: 'Settings', keywords: ['SMTP', 'mail server'] });
  expect(rankOf(mail, 'smtp')).toBe(1);
  expect(rankOf(mail, 'server')).toBe(2);
  expect(rankOf(mail, 'settings mail')).toBe(3);
});

it('puts the group with the best item first, and keeps the order within a rank', () => {
  const [part, start, exact] = [item('A'), item('B'), item('C', { group: 'Settings' })];
  const ranked = [
    { item: part, rank: 3 },
    { item: start, rank: 1 },
    { item: exact, rank: 0 },
  ] as const;
  expect(orderByRank(ranked)).toEqual([exact, start, part]);
});
