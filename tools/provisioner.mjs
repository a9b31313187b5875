import { ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  await ensureNodeModules('apps/provisioner');
  return runInForeground(pinnedNode(), ['apps/provisioner/src/main.ts', ...process.argv.slice(2)]);
});
