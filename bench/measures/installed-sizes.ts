import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDebianPackage } from '../../tools/package/build-packages.mjs';
import { atMost, type Measure, type Reading } from '../measure.ts';

/** What the files of each Debian package occupy once they are installed, Node included. */
export const installedSizes: Measure = {
  name: 'installed-sizes',
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), 'gatewarden-sizes-'));
    try {
      const options = { level: 1 };
      const gateway = await buildDebianPackage('gateway', folder, options);
      yield reading('gateway', gateway.installedKilobytes, 60);
      // core contains the package of the gateway
      const core = await buildDebianPackage('core', folder, { ...options, gatewayPackage: gateway.file });
      yield reading('core', core.installedKilobytes, 200);
      for (const component of ['edge', 'cli'] as const) {
        const { installedKilobytes } = await buildDebianPackage(component, folder, options);
        yield reading(component, installedKilobytes);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

function reading(component: string, installedKilobytes: number, limit?: number): Reading {
  const budget = limit === undefined ? {} : { budget: atMost(limit) };
  return {
    name: `installed size of gatewarden-${component}`,
    value: (installedKilobytes * 1024) / 1e6,
    unit: 'MB',
    ...budget,
  };
}
