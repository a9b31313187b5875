import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The absolute path of a path from the root of the repository.
 * @param {string[]} parts
 */
export function at(...parts) {
  return join(root, ...parts);
}

/** The pinned Node that the product runs on, independent of the machine. Exists once the packages are installed. */
export function pinnedNode() {
  return at('node_modules', '.bin', 'node');
}

/**
 * The environment for programs that are started from here: programs of the workspace, including Node, precede those of
 * the machine.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(more = {}) {
  const path = [at('node_modules', '.bin'), process.env['PATH'] ?? '', '/usr/sbin', '/sbin'];
  return { ...process.env, PATH: path.join(delimiter), ...more };
}

/**
 * The environment for programs that build or install: without the settings of the product, which include passwords and
 * keys.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function buildEnv(more = {}) {
  const isOurs = (/** @type {string} */ name) => /^(DATABASE_URL$|GATEWARDEN_|PG[A-Z]+$)/.test(name);
  return Object.fromEntries(Object.entries(toolEnv(more)).filter(([name]) => !isOurs(name) || name in more));
}

/**
 * Sorted folders of the workspaces, as paths from the root.
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
