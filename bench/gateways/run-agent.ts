import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { linkTimings } from '@gatewarden/link/core-link';
import { systemClock } from '@gatewarden/link/system-clock';
import { createResolveHost } from '@gatewarden/link/system-resolver';
import { createInMemoryFirewall } from '../../apps/gateway/src/adapters/in-memory/in-memory-firewall.ts';
import { createInMemoryForwarding } from '../../apps/gateway/src/adapters/in-memory/in-memory-forwarding.ts';
import { createInMemoryNat } from '../../apps/gateway/src/adapters/in-memory/in-memory-nat.ts';
import {
  createInMemoryWireguard,
  type InMemoryMachine,
} from '../../apps/gateway/src/adapters/in-memory/in-memory-wireguard.ts';
import type { MakeFirewall } from '../../apps/gateway/src/app/makers.ts';
import { runGateway } from '../../apps/gateway/src/app/run-gateway.ts';
import { createLog } from '../../packages/log-output/src/component-log.ts';
import type { BenchInstance } from '../instance.ts';

/** The real agent with its state on disk, on an in-memory interface. */
export interface RunningAgent extends AsyncDisposable {
  /** Public keys of the configured peers. */
  peers(): Set<string>;
  start(): void;
  stop(): Promise<void>;
}

/** Prepares an agent for the location, which `start` runs; without `makeFirewall`, with an in-memory firewall. */
export async function makeAgent(
  instance: BenchInstance,
  locationId: number,
  makeFirewall: MakeFirewall = createInMemoryFirewall,
): Promise<RunningAgent> {
  const { token: text } = await instance.admin.call(getGatewayToken, { params: { id: String(locationId) } });
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  const token = { ...parsed.token, location: locationId };
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-bench-gateway-'));
  const log = createLog('silent', { fd: 1, isTTY: false });
  const machine: InMemoryMachine = new Map();
  const interfaceName = 'bench';
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const stop = () => {
    stopping.abort();
    return running;
  };
  return {
    peers: () => new Set(machine.get(interfaceName)?.peers.keys()),
    start() {
      stopping = new AbortController();
      running = runGateway(
        { token, rejoin: false, name: 'bench', interfaceName, stateDir: join(folder, 'state'), keepForwarding: true },
        {
          forwarding: createInMemoryForwarding({ isWritable: false }),
          makeWireguard: (own) => createInMemoryWireguard({ machine, ...own }),
          makeFirewall,
          makeNat: createInMemoryNat,
          clock: systemClock,
          random: () => 0,
          log,
          resolve: createResolveHost(),
          timings: linkTimings,
          hostname: 'bench',
          agentVersion: '0.1.0',
          signal: stopping.signal,
        },
      );
      // `stop` throws a failure
      running.catch(() => undefined);
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
