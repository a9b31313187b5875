import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NetworkNamespace, uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { type Pinging, startPinging } from '../../apps/gateway/test/pinging.ts';

/** A client with the standard WireGuard tools and a configuration file from the console. */
export interface WireguardClient {
  /** Whether one echo request is answered within a second. */
  ping(address: string): Promise<boolean>;
  /** Downloads the page and returns its size in bytes. Throws after five seconds. */
  download(url: string): Promise<number>;
  /** Sends ten echo requests a second until disposed. */
  startPinging(address: string): Promise<Pinging>;
  /** Removes the tunnel. */
  disconnect(): Promise<void>;
}

/** Brings the tunnel up like `wg-quick`, without name servers and packet filters. */
export async function connectWireguard(
  host: NetworkNamespace,
  folder: string,
  configuration: string,
): Promise<WireguardClient> {
  const link = uniqueName();
  const file = join(folder, `${link}.conf`);
  await writeFile(file, withoutQuickSettings(configuration), { mode: 0o600 });
  await host.run('wireguard-go', [link]);
  await host.run('wg', ['setconf', link, file]);
  for (const address of valuesOf(configuration, 'Address')) {
    await host.run('ip', ['address', 'add', address, 'dev', link]);
  }
  await host.run('ip', ['link', 'set', 'dev', link, 'up']);
  for (const network of valuesOf(configuration, 'AllowedIPs')) {
    await host.run('ip', ['route', 'replace', network, 'dev', link]);
  }
  return {
    ping: (address) =>
      host.run('ping', ['-c', '1', '-W', '1', address]).then(
        () => true,
        () => false,
      ),
    async download(url) {
      const size = await host.run('curl', [
        '-gsS',
        '--max-time',
        '5',
        '-o',
        '/dev/null',
        '-w',
        '%{size_download}',
        url,
      ]);
      return Number(size);
    },
    startPinging: (address) => startPinging(host, address),
    async disconnect() {
      await host.run('ip', ['link', 'delete', 'dev', link]);
    },
  };
}

function withoutQuickSettings(configuration: string): string {
  return configuration
    .split('\n')
    .filter((line) => !/^(Address|DNS|MTU|Table|PreUp|PostUp|PreDown|PostDown)\s*=/.test(line))
    .join('\n');
}

function valuesOf(configuration: string, name: string): string[] {
  const [, list = ''] = new RegExp(`^${name}\\s*=\\s*(.*)$`, 'm').exec(configuration) ?? [];
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
