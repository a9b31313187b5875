import { areBuilt, ensureBuilt } from './builds.mjs';
import { adminCommand } from './core-command.mjs';
import { areInstalled, ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  if (!(areBuilt('core') && areInstalled('apps/server'))) {
    await ensureNodeModules();
    await ensureBuilt('core');
  }
  return runInForeground(pinnedNode(), [...adminCommand(), ...process.argv.slice(2)]);
});
