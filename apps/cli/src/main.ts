import { hostname } from 'node:os';
import { exitCodes, StopError } from '@gatewarden/link/stop-error';
import { systemClock } from '@gatewarden/link/system-clock';
import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { createNameResolution } from './adapters/systemd-resolved/create-name-resolution.ts';
import { createTerminal } from './adapters/terminal/create-terminal.ts';
import { createTunnel } from './adapters/wireguard/create-tunnel.ts';
import type { ClientDependencies } from './app/client/client-dependencies.ts';
import type { Command } from './app/command.ts';
import type { Dependencies } from './app/dependencies.ts';
import { perform } from './app/perform.ts';
import { readCommand } from './app/read-command.ts';
import { createEdgeClient } from './edge/edge-client.ts';
import { createPersonClient } from './edge/person-client.ts';
import { clientVersion } from './platform/client-version.ts';
import { environment } from './platform/config/environment.ts';
import { createLog } from './platform/log.ts';

// a full disk or a closed pipe must not end the client
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const read = readCommand(process.argv.slice(2), environment());
if (read.kind === 'mistakes') {
  process.stderr.write(read.mistakes.map((mistake) => `${mistake}\n`).join(''));
  process.exitCode = exitCodes.usage;
} else {
  await perform(read.command, makeDependencies(read.command), clientVersion()).catch((error: unknown) => {
    if (!(error instanceof StopError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes[error.exit];
  });
}

function makeDependencies(command: Command): Dependencies & ClientDependencies {
  const stopping = new AbortController();
  if (['run', 'up', 'login'].includes(command.kind)) {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  }
  const runCommand = createRunCommand(environment()['PATH'] ?? '');
  const userAgent = `gatewarden-cli/${clientVersion()}`;
  return {
    makeTunnel: (owner) => createTunnel({ ...owner, run: runCommand }),
    makeEdgeClient: (url) => createEdgeClient(url, userAgent),
    makePersonClient: (url, signal) => createPersonClient({ url, userAgent, signal }),
    terminal: createTerminal({ input: process.stdin, output: process.stderr }),
    resolution: createNameResolution(runCommand),
    hostName: hostname(),
    clock: systemClock,
    random: Math.random,
    log: createLog(process.stdout),
    print: (line) => void process.stdout.write(`${line}\n`),
    signal: stopping.signal,
  };
}
