import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { getLocation } from '@gatewarden/contract/locations';
import { uniqueName } from '../apps/gateway/test/network-namespace.ts';
import type { Caller } from '../apps/server/test/caller.ts';
import { startIn } from '../e2e/network/lab.ts';
import { connectWireguard } from '../e2e/network/wireguard-client.ts';
import { type Site, sites } from './company.ts';
import { connectWithCode } from './connect-with-code.ts';
import type { FilledInstance } from './fill.ts';
import type { DemoNetwork, SiteNetwork } from './network.ts';

const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const agent = fileURLToPath(new URL('../apps/gateway/src/main.ts', import.meta.url));
const webServer = fileURLToPath(new URL('./web-server.ts', import.meta.url));
const webClient = fileURLToPath(new URL('./web-client.ts', import.meta.url));

const connectMilliseconds = 90_000;

/** Starts a gateway and its clients at each live location. Disposing ends the programs, but not the hosts. */
export async function startLive(
  network: DemoNetwork,
  filled: FilledInstance,
  folder: string,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  await using made = new AsyncDisposableStack();
  const { admin, locationIds, liveDevices } = filled;
  const live = sites.filter(({ gateway }) => gateway === 'live');
  for (const [index, site] of live.entries()) {
    const hosts = network.sites[index];
    const id = locationIds.get(site.name);
    if (!hosts || id === undefined) continue;
    await startGateway(made, { site, hosts, id, admin, folder, signal });
    const server = made.use(startIn(hosts.gateway, [node, webServer]));
    const [, port] = await server.line(/^listening on (\d+)$/);
    const devices = liveDevices.filter((device) => device.site === site);
    for (const [client, device] of devices.entries()) {
      const host = hosts.clients[client];
      if (!host) continue;
      const configuration = site.requiresCode
        ? await connectWithCode(admin, { device, locationId: id, secret: filled.appSecrets.get(device.owner), signal })
        : device.configuration;
      await connectWireguard(host, folder, withEndpoint(configuration, hosts.endpoint));
      const [address] = site.networks[0].split('/');
      made.use(startIn(host, [node, webClient, `http://${address}:${port}`]));
    }
  }
  return made.move();
}

interface GatewayStart {
  readonly site: Site;
  readonly hosts: SiteNetwork;
  readonly id: number;
  readonly admin: Caller;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** @throws Error when the gateway ends or is not connected in time */
async function startGateway(
  made: AsyncDisposableStack,
  { site, hosts, id, admin, folder, signal }: GatewayStart,
): Promise<void> {
  const answer = await admin.call(getGatewayToken, { params: { id: String(id) } });
  const state = ['--state-dir', join(folder, site.gatewayName), '--interface', uniqueName(), '--log-level', 'warn'];
  const joining = ['--join', answer.token, '--name', site.gatewayName];
  const { process, line, stop } = startIn(hosts.gateway, [node, agent, ...joining, ...state]);
  // SIGTERM, so that the gateway disconnects from core
  made.defer(() => stop());
  const ended = line(/^(?!)/);
  ended.catch(() => undefined);
  const deadline = Date.now() + connectMilliseconds;
  while (!(await admin.call(getLocation, { params: { id: String(id) } })).connected) {
    if (process.exitCode !== null) await ended;
    if (Date.now() > deadline) throw new Error(`the gateway of ${site.name} did not connect`);
    await wait(250, undefined, { signal });
  }
}

/** Replaces the host name, which does not resolve. */
function withEndpoint(configuration: string, address: string): string {
  return configuration.replace(/^(Endpoint\s*=\s*).*:(\d+)$/m, `$1${address}:$2`);
}
