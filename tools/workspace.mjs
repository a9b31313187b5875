import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Where a path given from the root of the repository is.
 * @param {string[]} parts
 */
export function at(...parts) {
  return join(root, ...parts);
}

/** The Node that the product runs on, whatever the machine has. Only there once the packages are installed. */
export function pinnedNode() {
  return at('node_modules', '.bin', 'node');
}

/**
 * The environment for everything that is started from here: the workspace's own programs, its Node among
 * them, come before the machine's.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(more = {}) {
  const path = [at('node_modules', '.bin'), process.env['PATH'] ?? '', '/usr/sbin', '/sbin'];
  return { ...process.env, PATH: path.join(delimiter), ...more };
}

/**
 * The environment for programs that build or install: without the product's settings, among which are passwords and
 * keys that no package's script needs.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function buildEnv(more = {}) {
  const isOurs = (/** @type {string} */ name) => /^(DATABASE_URL$|GATEWARDEN_|PG[A-Z]+$)/.test(name);
  return Object.fromEntries(Object.entries(toolEnv(more)).filter(([name]) => !isOurs(name) || name in more));
}

/**
 * Folders of the workspaces, from the root, in order of name.
 * @returns {string[]}
 */
export function workspaces() {
  /** @type {{ workspaces: string[] }} */
  const { workspaces: patterns } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return patterns
    .map((pattern) => pattern.replace(/\/\*$/, ''))
    .flatMap((parent) => readdirSync(at(parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(at(folder, 'package.json')))
    .sort();
}
