import { hostname } from 'node:os';
import { linkTimings } from '@gatewarden/link/core-link';
import { exitCodes, StopError } from '@gatewarden/link/stop-error';
import { systemClock } from '@gatewarden/link/system-clock';
import { createLog } from '@gatewarden/log-output/component-log';
import { help } from './app/help.ts';
import { type Command, readCommand } from './app/read-options.ts';
import { runEdge } from './app/run-edge.ts';
import { environment } from './platform/config/environment.ts';
import { edgeVersion } from './platform/edge-version.ts';

// a full disk or a closed pipe must not end the edge
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const files = new URL('../../console/edge/dist/', import.meta.url);

const read = readCommand(process.argv.slice(2), environment());
if (read.kind === 'mistakes') {
  process.stderr.write(read.mistakes.map((mistake) => `${mistake}\n`).join(''));
  process.exitCode = exitCodes.usage;
} else {
  await perform(read.command).catch((error: unknown) => {
    if (!(error instanceof StopError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes[error.exit];
  });
}

async function perform(command: Command): Promise<void> {
  if (command.kind === 'help') return void process.stdout.write(help);
  if (command.kind === 'version') return void process.stdout.write(`${edgeVersion()}\n`);
  const log = createLog(command.logLevel, process.stdout);
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  // the parent process has ended and cannot forward signals
  process.once('disconnect', () => stopping.abort());
  process.channel?.unref();
  await runEdge(command, {
    ...{ timings: linkTimings, clock: systemClock, random: Math.random, log, hostname: hostname() },
    ...{ edgeVersion: edgeVersion(), files, signal: stopping.signal },
    onListening: (ports) => process.send?.(ports),
  });
}
