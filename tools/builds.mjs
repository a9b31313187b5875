import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './install.mjs';
import { capture } from './run.mjs';
import { at } from './workspace.mjs';

/**
 * `sources` are what it is built from, `command` builds it when the output folder is appended.
 * @typedef {{ title: string, folder: string, sources: string[], command: string[], cwd: string }} Build
 */

const consoleSources = ['apps/console', 'packages/contract', 'packages/markdown', 'packages/net', 'package-lock.json'];

const linkedSources = [
  'packages/contract',
  'packages/link',
  'packages/listener',
  'packages/log-output',
  'packages/net',
  'packages/process',
  'packages/tunnel',
  'package-lock.json',
  'tools/bundle-component.mjs',
  'tools/bundle-programs.mjs',
];

/**
 * A component in one file, for packages.
 * @param {string} name
 * @param {string} title
 * @returns {Build}
 */
function component(name, title) {
  return {
    title,
    folder: `apps/${name}/dist`,
    sources: [`apps/${name}`, ...linkedSources],
    command: ['node', 'tools/bundle-component.mjs', name],
    cwd: '.',
  };
}

/** @satisfies {Record<string, Build>} */
const builds = {
  console: {
    title: 'the console',
    folder: 'apps/console/dist',
    sources: consoleSources,
    command: ['vite', 'build', '--emptyOutDir', '--logLevel', 'warn', '--outDir'],
    cwd: 'apps/console',
  },
  edge: {
    title: 'the pages of the edge',
    folder: 'apps/console/edge/dist',
    sources: consoleSources,
    command: ['vite', 'build', '--config', 'vite.edge.config.ts', '--emptyOutDir', '--logLevel', 'warn', '--outDir'],
    cwd: 'apps/console',
  },
  core: {
    title: 'core',
    folder: 'apps/server/dist',
    sources: [
      'apps/server',
      'licence',
      'packages/access',
      'packages/contract',
      'packages/listener',
      'packages/log-output',
      'packages/markdown',
      'packages/net',
      'packages/process',
      'package-lock.json',
      'release-keys',
      'tools/bundle-core.mjs',
      'tools/bundle-programs.mjs',
    ],
    command: ['node', 'tools/bundle-core.mjs'],
    cwd: '.',
  },
  'gateway-program': component('gateway', 'the gateway agent'),
  'edge-program': component('edge', 'the edge'),
  'cli-program': component('cli', 'the client'),
};
/** @typedef {keyof typeof builds} BuildName */

const excluded = /^(node_modules|dist|test|.*\.test\.tsx?)$/;

/**
 * What this process has built or checked, so that several callers do not build the same at the same time.
 * @type {Partial<Record<BuildName, Promise<void>>>}
 */
const ensured = {};

/**
 * Builds what was not built from the current sources. The previous build stays in place until the new one is complete, so
 * that a running core serves one complete console, and a start loads one complete build.
 * @param {BuildName[]} names
 * @throws {SetupError} with the output of a build that failed
 */
export async function ensureBuilt(...names) {
  for (const name of names) {
    ensured[name] ??= areBuilt(name) ? Promise.resolve() : replaceBuild(name);
    await ensured[name];
  }
}

/** @param {BuildName} name */
async function replaceBuild(name) {
  console.log(`Building ${builds[name].title} …`);
  const fresh = at(`node_modules/.cache/${name}-${process.pid}`);
  try {
    // before the build: a source that changes meanwhile must be built again
    const hash = hashOfSources(name);
    await build(name, fresh);
    writeFileSync(join(fresh, '.sources'), hash);
    replaceFolder(at(builds[name].folder), fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Puts a complete folder in place of another one, which is absent for no longer than a rename takes.
 * @param {string} folder
 * @param {string} fresh on the same file system
 */
function replaceFolder(folder, fresh) {
  const former = `${fresh}-former`;
  if (existsSync(folder)) renameSync(folder, former);
  renameSync(fresh, folder);
  rmSync(former, { recursive: true, force: true });
}

/**
 * Whether all were built from the current sources.
 * @param {BuildName[]} names
 */
export function areBuilt(...names) {
  return names.every((name) => {
    const stamp = at(builds[name].folder, '.sources');
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(name);
  });
}

/** @param {BuildName} name */
function hashOfSources(name) {
  return hashOf(builds[name].sources.flatMap((source) => filesIn(source)));
}

/**
 * @param {BuildName} name
 * @param {string} folder
 */
async function build(name, folder) {
  mkdirSync(folder, { recursive: true });
  const { command, cwd } = builds[name];
  const [program = '', ...args] = command;
  const { code, output } = await capture(program, [...args, folder], { cwd: at(cwd) });
  if (code !== 0) throw new SetupError(`${output.trimEnd()}\n\nBuilding ${builds[name].title} failed.`);
}

/**
 * @param {string} path from the root
 * @returns {string[]}
 */
function filesIn(path) {
  if (!statSync(at(path)).isDirectory()) return [path];
  return readdirSync(at(path))
    .filter((name) => !excluded.test(name))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(at(file)));
  return hash.digest('hex');
}
