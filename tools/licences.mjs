/** @typedef {import('./install.mjs').LockedPackage} LockedPackage */

/** Accepted licences of packages that are shipped with the product, which is Apache-2.0. */
const shippable = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);
/** Weak copyleft: used unmodified, as a separate package. */
const exceptions = new Map([['openpgp', 'LGPL-3.0+']]);
/** Accepted licences of packages that only development uses. */
const forDevelopment = new Set([...shippable, 'MPL-2.0', 'Python-2.0', 'Zlib']);

/**
 * A sentence for each package whose licence is not accepted.
 * @param {Record<string, LockedPackage>} packages of the lock file, by path
 * @param {ReadonlySet<string>} shipped paths of those that are shipped although only development installs them
 */
export function licenceProblems(packages, shipped = new Set()) {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(
      ([path, { license, dev }]) => !isAccepted(path, license, dev && !shipped.has(path) ? forDevelopment : shippable),
    )
    .map(
      ([path, { license }]) => `${path}: the licence ${license ?? '(none)'} is not among those of tools/licences.mjs`,
    );
}

/**
 * @param {string} path
 * @param {string | undefined} license an SPDX expression
 * @param {ReadonlySet<string>} accepted
 */
function isAccepted(path, license, accepted) {
  if (license === undefined) return false;
  if (exceptions.get(path.slice(path.lastIndexOf('node_modules/') + 13)) === license) return true;
  return license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => accepted.has(each)));
}
