import { startCore } from '../../apps/server/src/app/start.ts';
import { readIssuers } from '../../apps/server/src/features/licence/index.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { systemClock } from '../../apps/server/src/ports/clock.ts';

// A core as a build with the issuers in the first argument: no setting of a core can add one.
const [issuers = '[]'] = process.argv.slice(2);
const config = readConfig(process.env);
const core = await startCore({
  config,
  log: createLog(config.logLevel),
  clock: systemClock,
  print: (line) => process.stdout.write(`${line}\n`),
  issuers: readIssuers(JSON.parse(issuers)),
});
process.once('SIGTERM', () => void core.stop().then(() => process.exit(0)));
