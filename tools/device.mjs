import { ensureNodeModules, ensureSystemPackages, lacksKernelWireguard, runMain, system } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

await runMain(async () => {
  await ensureNodeModules('apps/cli');
  await ensureSystemPackages([system.ip, system.wg]);
  if (lacksKernelWireguard()) await ensureSystemPackages([system.wireguardGo]);
  return runInForeground(pinnedNode(), ['apps/cli/src/main.ts', ...process.argv.slice(2)]);
});
