import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Family, Forwarding } from '../../ports/forwarding.ts';

const settings: Readonly<Record<Family, string>> = { 4: 'ipv4/ip_forward', 6: 'ipv6/conf/all/forwarding' };

/** The settings of the network namespace of this process. @param folder `/proc/sys/net` except in tests */
export function createForwarding(folder = '/proc/sys/net'): Forwarding {
  return {
    async read(family) {
      const value = await readSetting(join(folder, settings[family]));
      return value === undefined ? undefined : value !== '0';
    },
    async enable(family) {
      if (family === 6) await keepRouterAdvertisements(join(folder, 'ipv6/conf'));
      await writeFile(join(folder, settings[family]), '1');
    },
  };
}

/**
 * With forwarding on, the kernel ignores router advertisements on interfaces where `accept_ra` is 1, so a machine that gets
 * its default route from one would lose its connection; 2 accepts them in any case.
 */
async function keepRouterAdvertisements(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const setting = join(folder, name, 'accept_ra');
    if (name !== 'all' && (await readSetting(setting)) === '1') await writeFile(setting, '2');
  }
}

async function readSetting(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}
