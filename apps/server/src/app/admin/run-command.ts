import { access } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { recordActivity } from '../../features/activity-log/index.ts';
import { bySystem } from '../../platform/actor.ts';
import type { Config } from '../../platform/config/config.ts';
import { createCipher } from '../../platform/crypto/cipher.ts';
import { loadInstanceKey } from '../../platform/crypto/instance-key.ts';
import { verifyInstanceKey } from '../../platform/crypto/verify-instance-key.ts';
import { borrowDatabase } from '../../platform/database/borrow-database.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import { StartError } from '../../platform/start-error.ts';
import { systemClock } from '../../ports/clock.ts';
import type { AdminCommand, AdminContext, Outcome } from './admin-command.ts';

/**
 * Runs a command on the instance's database, beside a running core or without one, and writes its use into the
 * activity log.
 * @throws StartError with a sentence for the person at the terminal
 */
export async function runCommand(
  command: AdminCommand,
  values: readonly string[],
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<Outcome> {
  await requireInstanceKey(config);
  const database = await borrowDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    const { db } = database;
    const cipher = createCipher(await loadInstanceKey(config.secretKey, config.dataDir));
    await verifyInstanceKey(db, cipher);
    // it speaks to the replicas and hears nobody
    const events = createEvents({ listen: () => () => undefined }, log);
    recordActivity(events, systemClock);
    const context = { db, events, cipher, clock: systemClock, log };
    const outcome = await command.run(context, values);
    await logUse(context, [command.name, ...values].join(' '), outcome.summary);
    return outcome;
  } finally {
    await database.stop();
  }
}

/** A command makes no key: one that is new opens nothing. */
async function requireInstanceKey({ secretKey, dataDir }: Config): Promise<void> {
  if (secretKey) return;
  const file = join(dataDir, 'instance.key');
  await access(file).catch((cause: unknown) => {
    throw new StartError(`There is no instance key at ${file}: set GATEWARDEN_DATA_DIR or GATEWARDEN_SECRET_KEY.`, {
      cause,
    });
  });
}

async function logUse({ db, events }: AdminContext, command: string, outcome: string): Promise<void> {
  const account = accountName();
  const origin = { ...bySystem, device: `command line (${account})` };
  await inTransaction(db, (tx) => events.publish(tx, 'admin.command-run', origin, { command, account, outcome }));
}

/** Who runs the program; an id has a name almost everywhere. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
