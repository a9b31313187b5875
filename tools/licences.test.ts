import { expect, it } from 'vitest';
import { licenceProblems } from './licences.mjs';

const problemsOf = (license: string | undefined, rest = {}) =>
  licenceProblems({ 'node_modules/x': { ...(license ? { license } : {}), ...rest } }).length;

it('accepts permissive licences, one of a choice, and all of a combination', () => {
  expect(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'].map((license) => problemsOf(license))).toEqual([0, 0, 0]);
});

it('refuses copyleft, unknown and missing licences', () => {
  expect(['GPL-3.0', 'MIT AND GPL-3.0', 'SSPL-1.0', undefined].map((license) => problemsOf(license))).toEqual([
    1, 1, 1, 1,
  ]);
});

it('accepts MPL only for packages that are not shipped, and LGPL only for OpenPGP.js', () => {
  expect([problemsOf('MPL-2.0'), problemsOf('MPL-2.0', { dev: true })]).toEqual([1, 0]);
  const bundled = { 'node_modules/x': { license: 'MPL-2.0', dev: true } };
  expect(licenceProblems(bundled, new Set(['node_modules/x']))).toHaveLength(1);
  expect(licenceProblems({ 'node_modules/openpgp': { license: 'LGPL-3.0+' } })).toEqual([]);
  expect(problemsOf('LGPL-3.0+')).toBe(1);
});
