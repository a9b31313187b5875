import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkTimings } from '@gatewarden/link/core-link';
import type { ResolveHost } from '@gatewarden/link/resolve-host';
import { pino } from 'pino';
import { createInMemoryFirewall, type InMemoryFirewall } from '../src/adapters/in-memory/in-memory-firewall.ts';
import { createInMemoryForwarding, type ForwardingSettings } from '../src/adapters/in-memory/in-memory-forwarding.ts';
import { createInMemoryNat, type InMemoryNat } from '../src/adapters/in-memory/in-memory-nat.ts';
import { createInMemoryWireguard, type InMemoryMachine } from '../src/adapters/in-memory/in-memory-wireguard.ts';
import { createManualClock, type ManualClock } from '../src/adapters/in-memory/manual-clock.ts';
import type { MakeWireguard } from '../src/app/makers.ts';
import type { Options } from '../src/app/read-options.ts';
import { runGateway } from '../src/app/run-gateway.ts';
import type { TunnelDifference } from '../src/ports/wireguard.ts';
import { createQueue } from './queue.ts';

export interface RunningAgent extends AsyncDisposable {
  /** Settles when the agent has ended; rejects with the error that ended it. */
  readonly finished: Promise<void>;
  /** Like a signal. */
  stop(): Promise<void>;
}

/** A machine with a state folder, for agents that are started one after another. */
export interface Machine extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly stateDir: string;
  /** The complete log of its agents. */
  readonly logged: () => string;
  /** Waits for the next log line with that text, after the last returned one. */
  nextLog(text: string): Promise<{ readonly delayMilliseconds: number }>;
  /** Interfaces of the in-memory WireGuard. */
  readonly interfaces: InMemoryMachine;
  readonly forwarding: ForwardingSettings;
  readonly firewall: InMemoryFirewall;
  readonly nat: InMemoryNat;
  /** Called before each change of an interface; if it throws, the change fails. */
  beforeChange: (difference: TunnelDifference) => void | Promise<void>;
  start(options?: Partial<Options>): RunningAgent;
}

export interface MachineOptions {
  readonly makeWireguard?: MakeWireguard;
  /** Called for each resolution; without it no name can be resolved. */
  readonly resolve?: ResolveHost;
  /** Without it, they are longer than a test. */
  readonly timings?: LinkTimings;
}

/** For a core that hangs. A busy machine may need longer than this for an answer. */
export const shortTimings: LinkTimings = { pingInterval: 150, pingTimeout: 150, connect: 1000, answer: 1000 };

/** Longer than a test. */
export const longTimings: LinkTimings = {
  pingInterval: 600_000,
  pingTimeout: 600_000,
  connect: 600_000,
  answer: 600_000,
};

export async function makeMachine({
  makeWireguard,
  resolve = unresolved,
  timings = longTimings,
}: MachineOptions = {}): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-state-'));
  const stateDir = join(folder, 'state');
  const clock = createManualClock();
  const interfaces: InMemoryMachine = new Map();
  const forwarding: ForwardingSettings = { 4: false, 6: false, isWritable: true };
  const firewall = createInMemoryFirewall();
  const nat = createInMemoryNat();
  const lines: string[] = [];
  const unseen = createQueue<string>();
  const write = (line: string) => {
    lines.push(line);
    unseen.push(line);
  };
  const log = pino({ level: 'debug', base: null }, { write });
  const agents: RunningAgent[] = [];
  const machine: Machine = {
    clock,
    stateDir,
    logged: () => lines.join(''),
    nextLog: async (text) => {
      for (;;) {
        const line = await unseen.next();
        if (line.includes(text)) return JSON.parse(line);
      }
    },
    interfaces,
    forwarding,
    firewall,
    nat,
    beforeChange: () => undefined,
    start: (options = {}) => {
      const stopping = new AbortController();
      const inMemory: MakeWireguard = (own) =>
        createInMemoryWireguard({ machine: interfaces, ...own, beforeChange: (each) => machine.beforeChange(each) });
      const finished = runGateway(
        {
          token: undefined,
          rejoin: false,
          name: '',
          interfaceName: undefined,
          stateDir,
          keepForwarding: false,
          ...options,
        },
        {
          makeWireguard: makeWireguard ?? inMemory,
          makeFirewall: () => firewall,
          makeNat: () => nat,
          forwarding: createInMemoryForwarding(forwarding),
          resolve,
          timings,
          clock,
          random: () => 0.5,
          log,
          hostname: 'gateway-host',
          agentVersion: '0.1.0',
          signal: stopping.signal,
        },
      );
      finished.catch(() => undefined);
      const stop = async () => {
        stopping.abort();
        await finished;
      };
      const agent = { finished, stop, [Symbol.asyncDispose]: () => stop().catch(() => undefined) };
      agents.push(agent);
      return agent;
    },
    [Symbol.asyncDispose]: async () => {
      for (const agent of agents) await agent[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
  return machine;
}

const unresolved: ResolveHost = () => Promise.reject(new Error('ENOTFOUND'));
