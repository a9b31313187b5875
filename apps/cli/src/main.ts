import { follow, join, leave, showStatus } from './app/commands.ts';
import { type Command, help, readCommand } from './app/read-options.ts';
import { environment } from './platform/config/environment.ts';
import { createRunProgram } from './platform/run-program.ts';
import { exitCodes, StopError } from './platform/stop-error.ts';
import { createStateStore } from './state/device-state.ts';
import { createWgQuickTunnel } from './tunnel/wg-quick-tunnel.ts';

// a closed pipe must not end the program
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await perform(readCommand(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StopError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = exitCodes[error.exit];
}

async function perform(command: Command): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (command.kind === 'help') return print(help.trimEnd());
  return performOnDevice(command, print);
}

async function performOnDevice(command: Exclude<Command, { kind: 'help' }>, print: (line: string) => void) {
  const { stateDir: folder, interfaceName: name } = command;
  const tunnel = createWgQuickTunnel({ run: createRunProgram(environment()['PATH'] ?? ''), name, folder });
  const dependencies = { store: createStateStore(folder), tunnel, print };
  switch (command.kind) {
    case 'join':
      return join(command, dependencies);
    case 'run':
      return follow(untilStopped(), dependencies);
    case 'status':
      return showStatus(dependencies);
    case 'leave':
      return leave(dependencies);
  }
}

function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}
