import { bundlePrograms } from './bundle-programs.mjs';
import { at } from './workspace.mjs';

/*
 * Bundles the component that the first argument names (`cli`, `edge` or `gateway`) into the folder of the second one, whose
 * final place is `dist` of the component. Only packages contain it: commands of this folder run the sources.
 */

const [component, folder] = process.argv.slice(2);
if (component === undefined || folder === undefined) throw new Error('the component or the output folder is missing');

await bundlePrograms({
  entries: [{ name: 'main', path: at('apps', component, 'src/main.ts') }],
  folder,
  finalFolder: at('apps', component, 'dist'),
});
