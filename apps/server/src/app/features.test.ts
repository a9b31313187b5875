import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createFeatureList } from './feature-list.ts';

const folder = new URL('../features/', import.meta.url);
const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const feature = (name: string, rest: object = {}) => ({ feature: { name, ...rest } });
const rule = { entry: 'not logged', stale: {} } as const;

it('lists a feature for each folder', () => {
  const list = readFileSync(new URL('features.ts', import.meta.url), 'utf8');
  const created = [...list.matchAll(/features\/([a-z-]+)\/index\.ts'/g)].map(([, name]) => name);
  expect(created.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

it('finds event rules and notices of features that are added later', async () => {
  const { add, findEventRule, findNotice } = createFeatureList();
  const found = { since: null };
  add(feature('devices', { events: { 'device.added': rule }, notices: { restored: async () => found } }));
  expect(findEventRule('device.added')).toBe(rule);
  expect(findEventRule('device.lent')).toBeUndefined();
  expect(await findNotice('restored')?.()).toBe(found);
});

it.each([
  ['name', {}, 'devices'],
  ['event', { events: { 'device.added': rule } }, 'device.added'],
  ['notice', { notices: { restored: async () => undefined } }, 'restored'],
])('rejects a second feature with the same %s', (_, rest, key) => {
  const { add } = createFeatureList();
  add(feature('devices', rest));
  const second = key === 'devices' ? 'devices' : 'gateways';
  expect(() => add(feature(second, rest))).toThrow(`two features declare ${key}`);
});
