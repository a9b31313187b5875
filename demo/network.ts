import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { environment } from '../apps/gateway/src/platform/config/environment.ts';
import { connect, makeNamespace, type NetworkNamespace, uniqueName } from '../apps/gateway/test/network-namespace.ts';

/** The hosts of a gateway and of its clients. */
export interface SiteNetwork {
  readonly gateway: NetworkNamespace;
  /** Address at which clients connect to the gateway. */
  readonly endpoint: string;
  readonly clients: readonly NetworkNamespace[];
}

/** Network namespaces with links between gateways and this machine, and between clients and their gateway. */
export interface DemoNetwork extends AsyncDisposable {
  /** Address of this machine that only the gateways can reach. */
  readonly coreAddress: string;
  readonly sites: readonly SiteNetwork[];
}

const run = createRunCommand(environment()['PATH'] ?? '');

/** @throws CommandError when the machine does not allow it */
export async function makeDemoNetwork(clientsPerSite: readonly number[]): Promise<DemoNetwork> {
  await using made = new AsyncDisposableStack();
  await run('wireguard-go', ['--version']);
  await run('wg', ['--version']);
  const prefix = await freePrefix();
  const coreAddress = `${prefix}.1`;
  const sites: SiteNetwork[] = [];
  for (const [index, clientCount] of clientsPerSite.entries()) {
    const gateway = made.use(await makeHost());
    const [here, endpoint] = [`${prefix}.${4 * index + 1}`, `${prefix}.${4 * index + 2}`];
    await connectToThisMachine(gateway, [`${here}/30`, `${endpoint}/30`]);
    if (here !== coreAddress) await gateway.run('ip', ['route', 'add', `${coreAddress}/32`, 'via', here]);
    const clients: NetworkNamespace[] = [];
    for (let client = 0; client < clientCount; client += 1) {
      const host = made.use(await makeHost());
      const start = 64 * (index + 1) + 4 * client;
      const router = `${prefix}.${start + 1}`;
      await connect(gateway, host, [`${router}/30`, `${prefix}.${start + 2}/30`]);
      await host.run('ip', ['route', 'add', `${endpoint}/32`, 'via', router]);
      clients.push(host);
    }
    sites.push({ gateway, endpoint, clients });
  }
  const rest = made.move();
  return { coreAddress, sites, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** Detached, because Ctrl-C in a terminal reaches the whole process group; the programs are stopped in order. */
async function makeHost(): Promise<NetworkNamespace> {
  const host = await makeNamespace();
  return { ...host, run: (program, args, options) => host.run(program, args, { ...options, detached: true }) };
}

/** The link is removed with the namespace. */
async function connectToThisMachine(host: NetworkNamespace, [here, there]: readonly [string, string]): Promise<void> {
  const [linkHere, linkThere] = [uniqueName(), uniqueName()];
  await run('ip', ['link', 'add', linkHere, 'type', 'veth', 'peer', 'name', linkThere, 'netns', host.name]);
  await run('ip', ['address', 'add', here, 'dev', linkHere]);
  await run('ip', ['link', 'set', 'dev', linkHere, 'up']);
  await host.run('ip', ['address', 'add', there, 'dev', linkThere]);
  await host.run('ip', ['link', 'set', 'dev', linkThere, 'up']);
}

/** First three octets of a /24 that this machine does not use, for example for another demo. */
async function freePrefix(): Promise<string> {
  const routes = await run('ip', ['-4', 'route', 'show', 'table', 'all']);
  for (let third = 0; third < 256; third += 1) {
    const prefix = `10.99.${third}`;
    if (!routes.includes(`${prefix}.`)) return prefix;
  }
  throw new Error('10.99.0.0/16 is in use');
}
