import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { startIn } from './lab.ts';

/** A client with the standard WireGuard tools and a configuration file from the console. */
export interface WireguardClient {
  /** Whether one echo request is answered within a second. */
  ping(address: string): Promise<boolean>;
  /** Downloads the page and returns its size in bytes. Throws after five seconds. */
  download(url: string): Promise<number>;
  /** Sends ten echo requests a second until disposed. */
  startPinging(address: string): Promise<Pinging>;
}

export interface Pinging extends AsyncDisposable {
  /** Resolves at the next answer. */
  untilAnswered(): Promise<void>;
  /** Resolves with the time of the last answer (Unix milliseconds) after ten consecutive requests without an answer. */
  untilSilent(): Promise<number>;
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
  };
}

async function startPinging(host: NetworkNamespace, address: string): Promise<Pinging> {
  const pinging = startIn(host, ['ping', '-i', '0.1', '-O', '-D', address]);
  let lastAnswerAt = 0;
  let unanswered = 0;
  const silent: (() => void)[] = [];
  const answered: (() => void)[] = [];
  pinging.process.stdout?.on('data', (data: Buffer) => {
    for (const line of data.toString().split('\n')) {
      const [, at] = /^\[(\d+\.\d+)\] \d+ bytes from/.exec(line) ?? [];
      if (at) {
        lastAnswerAt = Number(at) * 1000;
        unanswered = 0;
        for (const resolve of answered.splice(0)) resolve();
      } else if (/no answer yet|Unreachable|error/i.test(line)) {
        unanswered += 1;
        if (unanswered >= 10) for (const resolve of silent.splice(0)) resolve();
      }
    }
  });
  return {
    untilAnswered: () => new Promise((resolve) => answered.push(resolve)),
    async untilSilent() {
      unanswered = 0;
      await new Promise<void>((resolve) => silent.push(resolve));
      return lastAnswerAt;
    },
    [Symbol.asyncDispose]: () => pinging.stop('SIGKILL'),
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
