import { join } from 'node:path';
import { type AdminCommand, done, type Outcome } from '../../../features/admin-command.ts';
import type { History } from '../../../features/history/index.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Log } from '../../../platform/log/log.ts';
import { StartError } from '../../../platform/start-error.ts';
import { runCommand } from '../run-command.ts';
import type { StandaloneCommand } from '../standalone-command.ts';
import { moveDatabase } from './move-database.ts';

/** Requires that no core is running: rows that are written after they were copied would be lost. */
export const moveDatabaseCommand: StandaloneCommand = {
  name: 'move-database',
  parameters: [],
  options: { to: { type: 'string', value: 'url' } },
  description: 'copy the embedded database to an empty PostgreSQL, while core is stopped',
  async runStandalone(given, { config, configWith, log, promptSecret }) {
    if (config.databaseUrl)
      throw new StartError(
        'This instance uses an external PostgreSQL already. Unset DATABASE_URL to move another one.',
      );
    const targetConfig = configWith({ DATABASE_URL: String(given.options['to']) });
    const outcome = await move(config, targetConfig, log);
    // runs on the new database, whose activity log receives the entry of this command
    return runCommand({ ...moveDatabaseCommand, run: adopt(outcome) }, given, {
      config: targetConfig,
      log,
      promptSecret,
    });
  },
};

/** Adopts the copy. Otherwise the next start would treat it as a restored backup and end all sessions. */
function adopt(outcome: Outcome): AdminCommand<{ readonly history: Pick<History, 'adoptDatabase'> }>['run'] {
  return async ({ features }) => {
    await features.history.adoptDatabase();
    return outcome;
  };
}

async function move({ dataDir }: Config, { databaseUrl }: Config, log: Log): Promise<Outcome> {
  const url = databaseUrl?.reveal() ?? '';
  const { host, pathname } = new URL(url);
  const tables = await moveDatabase({
    folder: join(dataDir, 'postgres'),
    target: { connectionString: url },
    targetName: `${host}${pathname}`,
    log,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return done(`moved, ${rows} rows`, [
    `All ${rows} rows of ${tables.length} tables are in ${host}${pathname}; each table has as many rows as before.`,
    'Set DATABASE_URL to the same address and start core. The former database stays in the data folder until you delete it.',
  ]);
}
