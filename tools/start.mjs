import { coreArguments } from './core-command.mjs';
import { runMain } from './install.mjs';
import { prepareCore } from './launch.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  await prepareCore('core', 'console', 'edge');
  return runInForeground(pinnedNode(), [...coreArguments(), ...process.argv.slice(2)]);
});
