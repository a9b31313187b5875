import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connect,
  makeNamespace,
  type NetworkNamespace,
  uniqueName,
} from '../../apps/gateway/test/network-namespace.ts';

/** A host of its own with a tunnel to an office. */
export interface Laptop extends AsyncDisposable {
  readonly host: NetworkNamespace;
}

export interface LaptopOptions {
  readonly office: NetworkNamespace;
  /** Of the cable to the office: the office's end and the laptop's. */
  readonly cable: readonly [string, string];
  /** As the console hands it out, with the private key in it. */
  readonly configuration: string;
  readonly folder: string;
}

/** Brings the tunnel up as `wg-quick` would, less name servers. */
export async function startLaptop({ office, cable, configuration, folder }: LaptopOptions): Promise<Laptop> {
  await using made = new AsyncDisposableStack();
  const host = made.use(await makeNamespace());
  await connect(office, host, cable);
  const link = uniqueName();
  await host.run('ip', ['link', 'add', 'dev', link, 'type', 'wireguard']).catch(() => host.run('wireguard-go', [link]));
  const file = join(folder, `${link}.conf`);
  await writeFile(file, withEndpointAt(configuration, cable[0].replace(/\/.*$/, '')), { mode: 0o600 });
  await host.run('wg', ['setconf', link, file]);
  for (const address of valuesOf(configuration, 'Address'))
    await host.run('ip', ['address', 'add', address, 'dev', link]);
  await host.run('ip', ['link', 'set', 'dev', link, 'up']);
  for (const network of valuesOf(configuration, 'AllowedIPs')) {
    await host.run('ip', ['route', 'replace', network, 'dev', link]);
  }
  const rest = made.move();
  return { host, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** What `wg` understands, with the office's address in place of a name that only the demo's company has. */
function withEndpointAt(configuration: string, address: string): string {
  return configuration
    .split('\n')
    .filter((line) => !/^(Address|DNS)\s*=/.test(line))
    .join('\n')
    .replace(/^(Endpoint\s*=\s*).*:(\d+)$/m, `$1${address}:$2`);
}

function valuesOf(configuration: string, name: string): string[] {
  const [, list = ''] = new RegExp(`^${name}\\s*=\\s*(.*)$`, 'm').exec(configuration) ?? [];
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
