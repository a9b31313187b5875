import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from './run.mjs';
import { at } from './workspace.mjs';

const generated = 'packages/contract/gen';

/**
 * Contents by path.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
}

const fresh = mkdtempSync(join(tmpdir(), 'gatewarden-protobuf-'));
try {
  const { code, output } = await capture('buf', ['generate', '--output', fresh]);
  if (code !== 0) throw new Error(output);
  const [wanted, found] = [filesIn(join(fresh, generated)), filesIn(at(generated))];
  const stale = [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (path) => wanted.get(path) !== found.get(path),
  );
  if (stale.length > 0) {
    console.error(
      `Generated files differ from the .proto files; run \`npx buf generate\`:\n${stale.map((path) => `  ${generated}${path}`).join('\n')}`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
