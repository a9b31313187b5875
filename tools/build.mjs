import { ensureConsoleBuilt } from './console.mjs';
import { ensureNodeModules, runMain } from './install.mjs';

await runMain(async () => {
  await ensureNodeModules();
  await ensureConsoleBuilt();
  return 0;
});
