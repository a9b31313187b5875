import { startCore } from './app/start.ts';
import { readConfig } from './platform/config/config.ts';
import { createLog } from './platform/log/log.ts';
import { StartError } from './platform/start-error.ts';
import { systemClock } from './ports/clock.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const core = await startCore({
    config,
    log,
    clock: systemClock,
    announce: (line) => process.stdout.write(`${line}\n`),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      core.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`Gatewarden cannot start.\n${error.message}\n`);
  process.exit(1);
}
