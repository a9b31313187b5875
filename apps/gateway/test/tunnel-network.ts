import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { makeAuthority } from './certificates.ts';
import { type Core, startCore } from './core.ts';
import { key } from './given/tunnel.ts';
import { connect, makeNamespace, type NetworkNamespace, uniqueName } from './network-namespace.ts';

const mainScript = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const gatewaySide = fileURLToPath(new URL('./gateway-side.ts', import.meta.url));
const sendSteadily = fileURLToPath(new URL('./send-steadily.ts', import.meta.url));
const fetchHello = fileURLToPath(new URL('./fetch-hello.ts', import.meta.url));
const underlayAddresses = { gateway: '192.0.2.1', client: '192.0.2.2' };
export const tunnelAddresses = { gateway: ['10.1.0.1', 'fd00:1::1'], client: ['10.1.0.2', 'fd00:1::2'] } as const;

export interface AgentProcess {
  /** Exit code. */
  readonly exited: Promise<number | null>;
  readonly errors: () => string;
  /** Closes the reading end of its output, as a log reader that ends does. */
  closeOutput(): void;
  kill(signal: NodeJS.Signals): void;
}

/** The machines of a gateway and a client, connected by a veth pair, and a core that the gateway reaches. */
export interface TunnelNetwork extends AsyncDisposable {
  readonly core: Core;
  readonly gateway: NetworkNamespace;
  /** Name of the gateway's interface. */
  readonly link: string;
  readonly token: string;
  readonly stateDir: string;
  /** Runs the agent's command line on the gateway's machine. */
  agent(...args: string[]): AgentProcess;
  /** Like `agent`, with its output in an open file instead of a pipe. */
  agentWritingTo(file: number, ...args: string[]): AgentProcess;
  /** Resets the session of the client, which it would use for another 15 s after the gateway lost its session. */
  resetClient(): Promise<void>;
  /** Sends datagrams from the client to port 9 of the addresses, one to each every millisecond, until it is killed. */
  sendSteadily(...addresses: string[]): AgentProcess;
  /** Whether the client reaches the service of the gateway's machine through the tunnel within that time. */
  reaches(address: string, milliseconds?: number): Promise<boolean>;
}

interface Options {
  /** The machine of core. On the client's machine, core is reached by its link-local IPv6 address. */
  readonly core?: 'gateway' | 'client';
}

/** The tunnel of the client is up, but does not work until a gateway has the client as a peer. */
export async function makeTunnelNetwork({ core: coreHost = 'gateway' }: Options = {}): Promise<TunnelNetwork> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-net-'));
  const socket = join(folder, 'core.sock');
  const core = await startCore({ authority: await makeAuthority(), path: socket });
  const [gateway, client] = [await makeNamespace(), await makeNamespace()];
  await connect(gateway, client, [`${underlayAddresses.gateway}/30`, `${underlayAddresses.client}/30`]);
  const ports = await startGatewaySide(gateway, socket);
  const coreAddress = coreHost === 'gateway' ? `127.0.0.1:${ports.core}` : await startNeighbor(gateway, client, socket);
  const resetClient = await startClient(client, folder);
  const link = uniqueName();
  const stateDir = join(folder, 'state');
  return {
    core,
    gateway,
    link,
    stateDir,
    resetClient,
    token: encodeJoinToken({ ...core.token, core: coreAddress }),
    agent: (...args) => watchProcess(inNamespace(gateway, [mainScript, '--state-dir', stateDir, ...args])),
    agentWritingTo: (file, ...args) =>
      watchProcess(inNamespace(gateway, [mainScript, '--state-dir', stateDir, ...args], file)),
    sendSteadily: (...addresses) => watchProcess(inNamespace(client, [sendSteadily, ...addresses])),
    reaches: async (address, milliseconds = 8000) => {
      const args = [fetchHello, address, `${ports.service}`, `${milliseconds}`];
      return (await watchProcess(inNamespace(client, args)).exited) === 0;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
      await core[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

function inNamespace(
  { name }: NetworkNamespace,
  args: readonly string[],
  output: number | 'pipe' = 'pipe',
): ChildProcess {
  return spawn('ip', ['netns', 'exec', name, process.execPath, ...args], { stdio: ['ignore', output, output] });
}

function watchProcess(child: ChildProcess): AgentProcess {
  const errors: Buffer[] = [];
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  return {
    exited: once(child, 'close').then(([code]) => code),
    errors: () => Buffer.concat(errors).toString(),
    kill: (signal) => child.kill(signal),
    closeOutput: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}

async function startGatewaySide(gateway: NetworkNamespace, socket: string): Promise<{ core: number; service: number }> {
  const { stdout } = inNamespace(gateway, [gatewaySide, socket]);
  if (!stdout) throw new Error('no output to read the ports from');
  const [line] = await once(createInterface(stdout), 'line');
  return JSON.parse(line);
}

/** Returns the address of core on the client's machine, with the gateway's interface as its zone. */
async function startNeighbor(gateway: NetworkNamespace, client: NetworkNamespace, socket: string): Promise<string> {
  const [ownLink, clientLink] = [await vethOf(gateway), await vethOf(client)];
  // without duplicate address detection
  await gateway.run('ip', ['address', 'add', 'fe80::1/64', 'dev', ownLink, 'nodad']);
  await client.run('ip', ['address', 'add', 'fe80::2/64', 'dev', clientLink, 'nodad']);
  const { core } = await startGatewaySide(client, socket);
  return `[fe80::2%${ownLink}]:${core}`;
}

async function vethOf({ run }: NetworkNamespace): Promise<string> {
  const links: { ifname: string }[] = JSON.parse(await run('ip', ['-json', 'link', 'show', 'type', 'veth']));
  return links[0]?.ifname ?? '';
}

async function startClient({ run }: NetworkNamespace, folder: string): Promise<() => Promise<void>> {
  const link = uniqueName();
  const configuration = join(folder, 'client.conf');
  const publicKey = (await run('wg', ['pubkey'], { input: key('interface') })).trim();
  await writeFile(
    configuration,
    [
      '[Interface]',
      `PrivateKey = ${key('client private')}`,
      '[Peer]',
      `PublicKey = ${publicKey}`,
      `Endpoint = ${underlayAddresses.gateway}:51820`,
      'AllowedIPs = 10.1.0.0/24, fd00:1::/64',
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  await run('wireguard-go', [link], { detached: true });
  await run('ip', ['link', 'set', 'dev', link, 'up']);
  const configure = async () => {
    await run('wg', ['setconf', link, configuration]);
  };
  await configure();
  await run('ip', ['address', 'add', `${tunnelAddresses.client[0]}/24`, 'dev', link]);
  await run('ip', ['address', 'add', `${tunnelAddresses.client[1]}/64`, 'dev', link]);
  return configure;
}

/** The client as core sends it. */
export async function clientPeer({ gateway }: TunnelNetwork) {
  const publicKey = (await gateway.run('wg', ['pubkey'], { input: key('client private') })).trim();
  const allowedIps = [`${tunnelAddresses.client[0]}/32`, `${tunnelAddresses.client[1]}/128`];
  return { publicKey: Buffer.from(publicKey, 'base64'), allowedIps };
}
