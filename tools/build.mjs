import { ensureBuilt } from './builds.mjs';
import { ensureNodeModules, runMain } from './install.mjs';

await runMain(async () => {
  await ensureNodeModules();
  await ensureBuilt('core', 'console', 'edge');
  return 0;
});
