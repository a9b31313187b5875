import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../run.mjs';
import { at } from '../workspace.mjs';
import { runTool } from './run-tool.mjs';

const cache = at('node_modules/.cache/package');

/** The pinned Node of this machine, as npm installed it. */
const pinned = at(`node_modules/node-linux-${process.arch}/bin/node`);

/** Version and license file of the Node that packages contain. */
export const node = {
  version: /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(at(`node_modules/node-linux-${process.arch}/package.json`), 'utf8'))
  ).version,
  licence: at(`node_modules/node-linux-${process.arch}/LICENSE`),
};

/**
 * Path of the pinned Node without debug information and symbols: 108 MB in place of 126 MB.
 * @throws {import('../install.mjs').SetupError} if it cannot be made
 */
export function strippedNode() {
  return cached('node', async (path) => runTool('strip', ['-o', path, pinned]));
}

/**
 * Path of the stripped Node, compressed to 40 MB with gzip, which every Debian system can decompress.
 * @throws {import('../install.mjs').SetupError} if it cannot be made
 */
export async function compressedNode() {
  const stripped = await strippedNode();
  // without name and time, so that the result depends on the content alone
  return cached('node.gz', async (path) =>
    runTool('sh', ['-c', 'exec gzip -9 --no-name --stdout "$0" > "$1"', stripped, path]),
  );
}

/**
 * @param {string} name
 * @param {(path: string) => Promise<void>} make
 */
async function cached(name, make) {
  const hash = createHash('sha256')
    .update(readFileSync(pinned))
    .update((await capture('strip', ['--version'])).output)
    .digest('hex');
  const folder = join(cache, hash.slice(0, 16));
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const fresh = `${path}-${process.pid}`;
  await make(fresh);
  renameSync(fresh, path);
  return path;
}
