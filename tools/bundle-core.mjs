import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';
import { at } from './workspace.mjs';

/*
 * Bundles core, its administration program and its threads into the folder of the first argument, whose final place is
 * `apps/server/dist` (docs/decisions/0023-core-runs-from-a-bundle.md). Tests within the process and type checks use the
 * sources directly.
 */

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the output folder is missing');

await bundlePrograms({
  entries: [
    { name: 'main', path: at('apps/server/src/main.ts') },
    { name: 'admin', path: at('apps/server/src/app/admin/main.ts') },
    ...globSync(at('apps/server/src/**/*.worker.ts'))
      .sort()
      .map((path) => ({ name: basename(path, '.ts'), path })),
  ],
  folder,
  finalFolder: at('apps/server/dist'),
  external: ['@node-rs/argon2', '@fastify/swagger-ui', 'pg-native'],
});
