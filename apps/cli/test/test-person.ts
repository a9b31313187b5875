import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInMemoryNameResolution, type InMemoryDns } from '../src/adapters/in-memory/in-memory-name-resolution.ts';
import { createInMemoryTunnel, type InMemoryInterface } from '../src/adapters/in-memory/in-memory-tunnel.ts';
import { createScriptedTerminal, type ScriptedLine } from '../src/adapters/in-memory/scripted-terminal.ts';
import type { ClientDependencies } from '../src/app/client/client-dependencies.ts';
import type { Dependencies } from '../src/app/dependencies.ts';
import { perform } from '../src/app/perform.ts';
import { readCommand } from '../src/app/read-command.ts';
import { createEdgeClient } from '../src/edge/edge-client.ts';
import { createPersonClient } from '../src/edge/person-client.ts';

/** How a command is run; each has its own process on the same machine. */
export interface Setting {
  /** What the person enters; absent: there is no terminal. */
  readonly answers?: readonly ScriptedLine[];
  readonly input?: string;
  /** Each is done in the next pause between two requests to core; `up` is stopped in the one after the last. */
  readonly steps?: readonly (() => unknown)[];
  /** After the steps, it continues until another command stops it. */
  readonly isEndless?: boolean;
}

/** The machine of a person, with the command line. */
export interface TestPerson extends AsyncDisposable {
  readonly stateDir: string;
  /** The interface with this name. */
  machine(name?: string): InMemoryInterface;
  readonly dns: InMemoryDns;
  /** Printed lines, and the messages of the log with their reasons. */
  readonly lines: readonly string[];
  /** What the terminal showed. */
  readonly seen: readonly string[];
  /** Milliseconds between requests to core. */
  readonly pauses: readonly number[];
  /** Lets the time of this machine pass. */
  advance(seconds: number): void;
  /** Runs a command line with the folder of this machine. @throws StopError */
  run(args: readonly string[], setting?: Setting): Promise<void>;
}

interface Options {
  readonly makeTunnel?: Dependencies['makeTunnel'];
  readonly timeoutMilliseconds?: number;
}

export async function makeTestPerson({ makeTunnel, timeoutMilliseconds }: Options = {}): Promise<TestPerson> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-person-'));
  const stateDir = join(folder, 'state');
  const machines = new Map<string, InMemoryInterface>();
  const machine = (name = 'gw-1') => {
    const found = machines.get(name) ?? { applied: 0 };
    machines.set(name, found);
    return found;
  };
  const dns: InMemoryDns = new Map();
  const lines: string[] = [];
  const seen: string[] = [];
  const pauses: number[] = [];
  let offset = 0;
  const log = (facts: { reason?: string }, message: string) => {
    lines.push(facts.reason === undefined ? message : `${message}: ${facts.reason}`);
  };
  const dependenciesFor = ({
    steps = [],
    isEndless = false,
    ...terminal
  }: Setting): Dependencies & ClientDependencies => {
    const stopping = new AbortController();
    const remaining = [...steps];
    const timeout = timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds };
    return {
      makeTunnel: makeTunnel ?? (({ name }) => createInMemoryTunnel(machine(name))),
      makeEdgeClient: (url) => createEdgeClient(url, 'test'),
      makePersonClient: (url, signal) => createPersonClient({ url, userAgent: 'test', signal, ...timeout }),
      terminal: createScriptedTerminal({ ...terminal, seen }),
      resolution: createInMemoryNameResolution(dns),
      hostName: 'laptop',
      clock: {
        now: () => new Date(Date.now() + offset),
        sleep: async (milliseconds, signal) => {
          pauses.push(milliseconds);
          const step = remaining.shift();
          if (step) await step();
          else if (!isEndless) stopping.abort();
          else if (signal && !signal.aborted) await once(signal, 'abort');
        },
      },
      random: () => 0,
      log: { info: log, warn: log },
      print: (line) => void lines.push(line),
      signal: stopping.signal,
    };
  };
  return {
    ...{ stateDir, machine, dns, lines, seen, pauses },
    advance: (seconds) => {
      offset += seconds * 1000;
    },
    async run(args, setting = {}) {
      const read = readCommand([...args, '--state-dir', stateDir], {});
      if (read.kind === 'mistakes') throw new Error(read.mistakes.join(' '));
      await perform(read.command, dependenciesFor(setting), '1.2.3');
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** How a command ended: its exit and its message; undefined if it succeeded. */
export function endOf(promise: Promise<void>): Promise<{ exit: string; message: string } | undefined> {
  return promise.then(
    () => undefined,
    ({ exit, message }) => ({ exit, message }),
  );
}
