import { hostname } from 'node:os';
import { exitCodes, StopError } from '@gatewarden/link/stop-error';
import { createLog } from '@gatewarden/log-output/component-log';
import { createOpenpgpCard } from './adapters/openpgp-card/openpgp-card.ts';
import { createSoftwareCard } from './adapters/software-card/software-card.ts';
import { help } from './app/help.ts';
import { type Options, readCommand } from './app/read-options.ts';
import { environment } from './platform/config/environment.ts';
import { connectToCore } from './session/core-calls.ts';
import { provision } from './session/provision.ts';

// a full disk or a closed pipe must not end the provisioner
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const read = readCommand(process.argv.slice(2), environment(), hostname());
if (read.kind === 'mistakes') {
  process.stderr.write(read.mistakes.map((mistake) => `${mistake}\n`).join(''));
  process.exitCode = exitCodes.usage;
} else if (read.kind === 'help') process.stdout.write(help);
else {
  await run(read.options).catch((error: unknown) => {
    if (!(error instanceof StopError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes[error.exit];
  });
}

async function run({ card: kind, algorithm, logLevel, retries, retrySeconds, ...connection }: Options): Promise<void> {
  const log = createLog(logLevel, process.stderr);
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  const core = await connectToCore(connection);
  const card = kind === 'software' ? createSoftwareCard(algorithm) : createOpenpgpCard();
  const print = (text: string) => void process.stdout.write(text);
  try {
    await provision({
      core,
      id: connection.id,
      url: connection.url,
      card,
      log,
      print,
      signal: stopping.signal,
      retries,
      retrySeconds,
    });
  } finally {
    core.close();
  }
}
