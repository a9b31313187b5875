import { ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  await ensureNodeModules('apps/server');
  return runInForeground(pinnedNode(), ['apps/server/src/app/admin/main.ts', ...process.argv.slice(2)]);
});
