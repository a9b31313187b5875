import { globSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { at } from './workspace.mjs';

/*
 * Bundles core, its administration program and its threads into the folder of the first argument, whose final place is
 * `apps/server/dist` (docs/decisions/0023-core-runs-from-a-bundle.md). Tests within the process and type checks use the
 * sources directly.
 */

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the output folder is missing');

const finalFolder = at('apps/server/dist');
const entries = [
  { name: 'main', path: at('apps/server/src/main.ts') },
  { name: 'admin', path: at('apps/server/src/app/admin/main.ts') },
  ...globSync(at('apps/server/src/**/*.worker.ts')).map((path) => ({ name: basename(path, '.ts'), path })),
];

const fileAddress = /new URL\('(\.[^']+)', import\.meta\.url\)/g;

/**
 * Rewrites the addresses of files beside a source so that they are right in the bundle. Fails if a source of ours uses
 * `import.meta.url` in another form.
 * @type {import('rolldown').Plugin}
 */
const fileAddresses = {
  name: 'file-addresses',
  transform(code, id) {
    if (id.includes('/node_modules/')) return undefined;
    // `createRequire` only resolves packages
    const rest = code.replaceAll(fileAddress, '').replaceAll('createRequire(import.meta.url)', '');
    if (/import\.meta\.(url|dirname|filename)/.test(rest)) {
      throw new Error(`${id}: write the address of a file as new URL('./file', import.meta.url)`);
    }
    return code.replaceAll(fileAddress, (_, address) => {
      const path = resolve(dirname(id), address);
      const entry = entries.find((each) => each.path === path);
      const target = entry ? `./${entry.name}.js` : relative(finalFolder, path);
      return `new URL('${target}${address.endsWith('/') ? '/' : ''}', import.meta.url)`;
    });
  },
};

// a file for each, which loads no other one: a core that runs while it is replaced must not load parts of the next one
for (const { name, path } of entries) {
  const bundle = await rolldown({
    input: { [name]: path },
    platform: 'node',
    // native code, and packages that read files beside their modules
    external: ['@node-rs/argon2', '@fastify/swagger-ui', 'pg-native'],
    plugins: [fileAddresses],
    checks: { eval: false },
  });
  await bundle.write({ dir: folder, format: 'esm', codeSplitting: false });
  await bundle.close();
}
