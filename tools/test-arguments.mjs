import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { at } from './workspace.mjs';

export const usage = `npm test                  runs every check and every test
npm test -- <name> ...    runs the tests and journeys whose path contains one of the names,
                          such as "devices", "users.db.test" or "e2e/mfa"
npm test -- --help        shows this

The last line counts what passed and what failed; the exit code is 0 when nothing failed.
Network tests and journeys need root.`;

/**
 * The arguments of a test run.
 * @typedef {{ help: boolean, names: string[] }} TestArguments
 */

/**
 * @param {string[]} args
 * @returns {TestArguments}
 * @throws {TypeError} for an option that does not exist
 */
export function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  return { help: values.help, names: positionals };
}

/**
 * The files of tests, and those of journeys by project, as sorted paths from the root.
 * @typedef {{ tests: string[], browser: string[], network: string[] }} TestFiles
 */

/**
 * The test files whose path contains one of the names, ignoring case.
 * @param {string[]} names
 * @param {string[]} [paths] all files, from the root
 * @returns {TestFiles}
 */
export function matchingFiles(names, paths = allFiles()) {
  const wanted = names.map((name) => name.toLowerCase());
  const matching = paths.filter((path) => wanted.some((name) => path.toLowerCase().includes(name))).sort();
  const journeys = matching.filter((path) => path.startsWith('e2e/') && path.endsWith('.spec.ts'));
  return {
    tests: matching.filter((path) => /\.test\.tsx?$/.test(path)),
    browser: journeys.filter((path) => !path.endsWith('.net.spec.ts')),
    network: journeys.filter((path) => path.endsWith('.net.spec.ts')),
  };
}

/**
 * @param {string} [folder] from the root
 * @returns {string[]}
 */
function allFiles(folder = '.') {
  return readdirSync(at(folder), { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|\..*)$/.test(name))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? allFiles(path) : [path];
    });
}
