import { dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './workspace.mjs';

/** @typedef {{ name: string, path: string }} Entry a program and the absolute path of its source */

const fileAddress = /new URL\('(\.[^']+)', import\.meta\.url\)/g;

/**
 * Bundles each program into a file of the folder, which loads no other one: a program that runs while it is replaced must
 * not load parts of the next one. The result does not depend on the path of the repository.
 * @param {{ entries: Entry[], folder: string, finalFolder: string, external?: string[] }} options `finalFolder` is where
 * the files are when they run, `external` names packages that stay outside: native code, and those that read files beside
 * their modules
 */
export async function bundlePrograms({ entries, folder, finalFolder, external = [] }) {
  for (const { name, path } of entries) {
    const bundle = await rolldown({
      cwd: root,
      input: { [name]: path },
      platform: 'node',
      external,
      plugins: [fileAddresses(entries, finalFolder)],
      checks: { eval: false },
    });
    await bundle.write({ dir: folder, format: 'esm', codeSplitting: false });
    await bundle.close();
  }
}

/**
 * Rewrites the addresses of files beside a source so that they are right in the bundle. Fails if a source of ours uses
 * `import.meta.url` in another form.
 * @param {Entry[]} entries
 * @param {string} finalFolder
 * @returns {import('rolldown').Plugin}
 */
function fileAddresses(entries, finalFolder) {
  return {
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
}
