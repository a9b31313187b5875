import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareVersions, findDrift, isVersion } from './compare-versions.ts';

// the order of Semantic Versioning 2.0.0 §11, with neighbors that differ in one place
const ascending = [
  '0.0.0',
  '0.0.9',
  '0.0.10',
  '0.1.0',
  '0.9.0',
  '0.10.0',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0-10.0',
  '1.0.0-99999999999999999998',
  '1.0.0-99999999999999999999',
  '1.0.0-ALPHA',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-beta-1',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1-rc.1',
  '1.0.1',
  '2.0.0',
  '10.0.0',
  '99999999999999999999.0.0',
];

it('orders versions as Semantic Versioning does, prereleases before their release', () => {
  for (const [index, version] of ascending.entries())
    for (const [other, later] of ascending.entries()) {
      const order = Math.sign(compareVersions(version, later) ?? Number.NaN);
      expect([version, later, order]).toEqual([version, later, Math.sign(index - other)]);
    }
});

it('ignores build metadata', () => {
  expect(compareVersions('1.2.3+5', '1.2.3+abc.6')).toBe(0);
  expect(compareVersions('1.2.3-rc.1+5', '1.2.3-rc.1')).toBe(0);
});

it.each([
  '',
  '1',
  '1.2',
  'v1.2.3',
  '1.2.3.4',
  '01.2.3',
  '1.02.3',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3-a..b',
  '1.2.3-ä',
  '1.2.3+',
  ' 1.2.3',
  '1.2.3\n',
  `1.2.3-${'a'.repeat(60)}`,
])('does not accept %j as a version', (text) => {
  expect(isVersion(text)).toBe(false);
  expect([compareVersions(text, '1.0.0'), compareVersions('1.0.0', text)]).toEqual([undefined, undefined]);
});

it('compares in both directions alike', () => {
  const version = fc.constantFrom(...ascending);
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(a, b) ?? 2)).toBe(-Math.sign(compareVersions(b, a) ?? 2) + 0);
    }),
  );
});

it('tells how the version of a component compares with that of core', () => {
  const drifts = [null, '', 'dev', '0.9.9', '1.0.0-rc.1', '1.0.0', '1.0.0+7', '1.0.1'].map((version) =>
    findDrift(version, '1.0.0'),
  );
  expect(drifts).toEqual(['unknown', 'unknown', 'unknown', 'behind', 'behind', 'same', 'same', 'ahead']);
});
