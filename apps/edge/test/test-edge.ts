import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JoinToken, parseJoinToken } from '@gatewarden/contract/join-token';
import { linkTimings } from '@gatewarden/link/core-link';
import { systemClock } from '@gatewarden/link/system-clock';
import type { CertificateFiles } from '@gatewarden/listener/certificate-files';
import { pino } from 'pino';
import { runEdge } from '../src/app/run-edge.ts';

interface Options {
  readonly linkPort: number;
  /** Absent: the edge has joined with this folder. */
  readonly token?: string;
  readonly stateDir: string;
  readonly rejoin?: boolean;
  readonly tls?: CertificateFiles;
}

/** An edge in this process, on free ports except for the one that core connects to. */
export interface TestEdge extends AsyncDisposable {
  readonly port: number;
  /** Resolves when it ends. @throws StopError as the program does */
  readonly ended: Promise<void>;
  readonly logged: () => string;
  stop(): Promise<void>;
}

/** Resolves when it listens. @throws StopError if it cannot start */
export async function startTestEdge({ linkPort, token, stateDir, rejoin = false, tls }: Options): Promise<TestEdge> {
  const stopping = new AbortController();
  const listening = Promise.withResolvers<number>();
  const lines: string[] = [];
  const ended = runEdge(
    {
      ...{ token: token === undefined ? undefined : readToken(token), rejoin, stateDir, linkPort, tls },
      ...{ host: '127.0.0.1', port: 0, linkHost: '127.0.0.1', trustedProxies: ['loopback'], logLevel: 'info' },
    },
    {
      ...{ timings: linkTimings, clock: systemClock, random: () => 0, signal: stopping.signal },
      ...{ hostname: 'edge-1', edgeVersion: '1.2.3', files: new URL('file:///nonexistent/') },
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
      onListening: ({ port }) => listening.resolve(port),
    },
  );
  ended.catch(listening.reject);
  const port = await listening.promise;
  const stop = async () => {
    stopping.abort();
    await ended.catch(() => undefined);
  };
  return { port, ended, logged: () => lines.join(''), stop, [Symbol.asyncDispose]: stop };
}

/** @throws Error if it is no token */
export function readToken(text: string): JoinToken {
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.token;
}

/** Removed when it is disposed. */
export async function makeStateDir() {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-edge-'));
  return { path: join(folder, 'state'), [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
