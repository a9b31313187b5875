import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './install.mjs';
import { capture } from './run.mjs';
import { at } from './workspace.mjs';

/** The sources of the built console. */
const sources = ['apps/console', 'packages/contract', 'packages/net', 'package-lock.json'];
const excluded = /^(node_modules|dist|test|.*\.test\.tsx?)$/;
const stamp = at('apps/console/dist/.sources');

/**
 * Builds the console unless its `dist` was built from the current sources. The previous build stays in place until the
 * new one is complete, so that a running core always serves a complete console.
 */
export async function ensureConsoleBuilt() {
  if (isConsoleBuilt()) return;
  console.log('Building the console …');
  const fresh = at(`node_modules/.cache/console-${process.pid}`);
  try {
    await build(fresh);
    writeFileSync(join(fresh, '.sources'), hashOfSources());
    rmSync(at('apps/console/dist'), { recursive: true, force: true });
    renameSync(fresh, at('apps/console/dist'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Whether the console was built from the current sources. */
export function isConsoleBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
}

function hashOfSources() {
  return hashOf(sources.flatMap((source) => filesIn(source)));
}

/** @param {string} folder */
async function build(folder) {
  mkdirSync(folder, { recursive: true });
  const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await capture('vite', args, { cwd: at('apps/console') });
  if (code !== 0) throw new SetupError(`${output.trimEnd()}\n\nThe console could not be built.`);
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
