import { type Core, startCore } from './app/start.ts';
import { readConfig } from './platform/config/config.ts';
import { prepareDataDir } from './platform/config/data-dir.ts';
import { freeMemory } from './platform/free-memory.ts';
import { createLog, type Log } from './platform/log/log.ts';
import { openLogFiles } from './platform/log/log-files.ts';
import { StartError } from './platform/start-error.ts';
import { systemClock } from './ports/clock.ts';

// a full disk or a reader that is gone must not end core
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  await prepareDataDir(config.dataDir);
  const files = config.logFiles ? await openLogFiles(config.dataDir) : undefined;
  const log = createLog(config.logLevel, undefined, files);
  const starting = startCore({
    config,
    log,
    clock: systemClock,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  // from the beginning: a core that is stopped during its start stops its database as well
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(starting, log));
  // the program that started us is gone, and could pass no signal on
  process.once('disconnect', () => void end(starting, log));
  process.channel?.unref();
  await starting;
  freeMemory();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`Gatewarden cannot start.\n${error.message}\n`);
  process.exit(error.exitCode);
}

async function end(starting: Promise<Core>, log: Log): Promise<void> {
  const core = await starting.catch(() => undefined);
  // what stands in the way of the start is told above
  if (!core) return;
  try {
    await core.stop();
    process.exit(0);
  } catch (error) {
    log.fatal({ err: error }, 'did not stop cleanly');
    process.exit(1);
  }
}
