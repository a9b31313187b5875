import { exitCodes, StopError } from '@gatewarden/link/stop-error';
import { systemClock } from '@gatewarden/link/system-clock';
import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { createTunnel } from './adapters/wireguard/create-tunnel.ts';
import type { Dependencies } from './app/dependencies.ts';
import { help } from './app/help.ts';
import { join } from './app/join.ts';
import { leave } from './app/leave.ts';
import { type Command, readCommand } from './app/read-command.ts';
import { run } from './app/run.ts';
import { printStatus } from './app/status.ts';
import { createEdgeClient } from './edge/edge-client.ts';
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
  await perform(read.command).catch((error: unknown) => {
    if (!(error instanceof StopError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes[error.exit];
  });
}

async function perform(command: Command): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (command.kind === 'help') return void process.stdout.write(help);
  if (command.kind === 'version') return print(clientVersion());
  const stopping = new AbortController();
  if (command.kind === 'run') {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  }
  const runCommand = createRunCommand(environment()['PATH'] ?? '');
  const dependencies: Dependencies = {
    makeTunnel: (owner) => createTunnel({ ...owner, run: runCommand }),
    makeEdgeClient: (url) => createEdgeClient(url, `gatewarden-cli/${clientVersion()}`),
    clock: systemClock,
    random: Math.random,
    log: createLog(process.stdout),
    print,
    signal: stopping.signal,
  };
  if (command.kind === 'join') return join(command, dependencies);
  const { kind, stateDir } = command;
  const performOn = { run, status: printStatus, leave }[kind];
  return performOn(stateDir, dependencies);
}
