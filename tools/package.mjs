import { ensureNodeModules, ensureSystemPackages, runMain, system } from './install.mjs';
import { at } from './workspace.mjs';

await runMain(async () => {
  await ensureNodeModules();
  await ensureSystemPackages([system.dpkgDeb, system.gzip, system.strip, system.tar]);
  // reads the installed packages
  const { buildRelease } = await import('./package/build-packages.mjs');
  for (const { file, bytes, installedKilobytes } of await buildRelease(at('dist'))) {
    const installed = installedKilobytes === undefined ? '' : `, ${megabytes(installedKilobytes * 1024)} installed`;
    console.log(`dist/${file}  ${megabytes(bytes)}${installed}`);
  }
  return 0;
});

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
