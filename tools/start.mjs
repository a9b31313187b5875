import { ensureConsoleBuilt, isConsoleBuilt } from './console.mjs';
import { coreCommandIn } from './core-command.mjs';
import { areInstalled, ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  // with a built console, the packages that build it need not be installed
  if (!(isConsoleBuilt() && areInstalled('apps/server'))) {
    await ensureNodeModules();
    await ensureConsoleBuilt();
  }
  return runInForeground(pinnedNode(), [...coreCommandIn(), ...process.argv.slice(2)]);
});
