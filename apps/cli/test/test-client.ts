import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { Secret } from '@gatewarden/process/secret';
import { createInMemoryTunnel, type InMemoryInterface } from '../src/adapters/in-memory/in-memory-tunnel.ts';
import type { Dependencies } from '../src/app/dependencies.ts';
import { join } from '../src/app/join.ts';
import { leave } from '../src/app/leave.ts';
import { run } from '../src/app/run.ts';
import { printStatus } from '../src/app/status.ts';
import { createEdgeClient } from '../src/edge/edge-client.ts';
import type { TestEdge } from './test-edge.ts';

/** A machine with the client. Each `run` ends with its last pause. */
export interface TestClient extends AsyncDisposable {
  readonly stateDir: string;
  readonly machine: InMemoryInterface;
  /** Printed lines, and the messages of the log with their reasons. */
  readonly lines: readonly string[];
  join(token?: string): Promise<void>;
  /** Runs the client; each step is done in the next pause between two requests to core. */
  run(...steps: (() => void)[]): Promise<void>;
  leave(): Promise<void>;
  status(): Promise<void>;
}

/** With `makeTunnel` absent, the interface is in memory. */
export async function makeTestClient(
  edge: Pick<TestEdge, 'url' | 'token'>,
  makeTunnel?: Dependencies['makeTunnel'],
): Promise<TestClient> {
  const stateDir = joinPath(await mkdtemp(joinPath(tmpdir(), 'gatewarden-client-')), 'state');
  const machine: InMemoryInterface = { applied: 0 };
  const lines: string[] = [];
  const log = (facts: { reason?: string }, message: string) => {
    lines.push(facts.reason === undefined ? message : `${message}: ${facts.reason}`);
  };
  const dependenciesFor = (steps: (() => void)[]): Dependencies => {
    const stopping = new AbortController();
    const sleep = async () => {
      const step = steps.shift();
      if (step) step();
      else stopping.abort();
    };
    return {
      makeTunnel: makeTunnel ?? (() => createInMemoryTunnel(machine)),
      makeEdgeClient: (url) => createEdgeClient(url, 'test'),
      clock: { now: () => new Date(), sleep },
      random: () => 0,
      log: { info: log, warn: log },
      print: (line) => void lines.push(line),
      signal: stopping.signal,
    };
  };
  const options = { url: edge.url, interfaceName: 'gatewarden', userspaceOnly: true, stateDir };
  return {
    stateDir,
    machine,
    lines,
    join: (token = edge.token) => join({ ...options, token: new Secret(token) }, dependenciesFor([])),
    run: (...steps) => run(stateDir, dependenciesFor(steps)),
    leave: () => leave(stateDir, dependenciesFor([])),
    status: () => printStatus({ deviceDir: stateDir, clientDir: stateDir, json: false }, dependenciesFor([])),
    [Symbol.asyncDispose]: () => rm(joinPath(stateDir, '..'), { recursive: true, force: true }),
  };
}
