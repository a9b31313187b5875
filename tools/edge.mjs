import { ensureBuilt } from './builds.mjs';
import { ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  await ensureNodeModules('apps/edge');
  await ensureBuilt('edge');
  return runInForeground(pinnedNode(), ['apps/edge/src/main.ts', ...process.argv.slice(2)]);
});
