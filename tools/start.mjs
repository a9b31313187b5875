import { areBuilt, ensureBuilt } from './builds.mjs';
import { coreCommand } from './core-command.mjs';
import { areInstalled, ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  // once everything is built, the packages that build it need not be installed
  if (!(areBuilt('core', 'console') && areInstalled('apps/server'))) {
    await ensureNodeModules();
    await ensureBuilt('core', 'console');
  }
  return runInForeground(pinnedNode(), [...coreCommand(), ...process.argv.slice(2)]);
});
