import { join } from 'node:path';
import type pg from 'pg';
import { type AdminCommand, done, type Outcome } from '../../../features/admin-command.ts';
import type { History } from '../../../features/history/index.ts';
import type { Config } from '../../../platform/config/config.ts';
import { openDatabase, openPool } from '../../../platform/database/database.ts';
import { startupConnectMilliseconds } from '../../../platform/database/start-database.ts';
import { openSecrets } from '../../../platform/secrets/open-secrets.ts';
import { StartError } from '../../../platform/start-error.ts';
import { requireDataDir, requireInstanceKey, runCommand } from '../run-command.ts';
import type { StandaloneCommand } from '../standalone-command.ts';
import type { CopiedTable } from './copy-database.ts';
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
    const targetConfig = readTarget(configWith, String(given.options['to']));
    await requireDataDir(config);
    const instanceKey = await requireInstanceKey(config);
    const url = targetConfig.databaseUrl?.reveal() ?? '';
    const { host, pathname } = new URL(url);
    const targetName = `${host}${pathname}`;
    return moveDatabase({
      folder: join(config.dataDir, 'postgres'),
      target: { connectionString: url },
      targetName,
      log,
      verifySource: (connection) => verifyInstanceKey(connection, instanceKey),
      // runs on the new database, whose activity log receives the entry of this command
      adoptCopy: (tables) =>
        runCommand({ ...moveDatabaseCommand, run: adopt(describeMove(tables, targetName)) }, given, {
          config: targetConfig,
          log,
          promptSecret,
        }),
    });
  },
};

/** @throws StartError that names the option, not the variable by which core would get the address */
function readTarget(configWith: (variables: { DATABASE_URL: string }) => Config, url: string): Config {
  try {
    // without any address, core would use the embedded database
    return configWith({ DATABASE_URL: url || 'missing' });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(error.message.replace('DATABASE_URL', '--to'), { exitCode: 2, cause: error });
  }
}

/** @throws StartError if core could not start with this key */
async function verifyInstanceKey(connection: pg.ClientConfig, instanceKey: Buffer): Promise<void> {
  const connectMilliseconds = startupConnectMilliseconds;
  const pool = openPool({ connection, maxConnections: 1, onIdleError: () => undefined, connectMilliseconds });
  try {
    await openSecrets(openDatabase(pool), instanceKey);
  } finally {
    await pool.end();
  }
}

/** Adopts the copy. Otherwise the next start would treat it as a restored backup and end all sessions. */
function adopt(outcome: Outcome): AdminCommand<{ readonly history: Pick<History, 'adoptDatabase'> }>['run'] {
  return async ({ features }) => {
    await features.history.adoptDatabase();
    return outcome;
  };
}

function describeMove(tables: readonly CopiedTable[], targetName: string): Outcome {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return done(`moved, ${rows} rows`, [
    `All ${rows} rows of ${tables.length} tables are in ${targetName}; each table has as many rows as before.`,
    'Set DATABASE_URL to the same address and start core. The former database stays in the data folder until you delete it.',
  ]);
}
