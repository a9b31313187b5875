import { userInfo } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { createSmtpMailer } from '../../adapters/smtp/smtp-mailer.ts';
import type { AdminCommand, Arguments, Outcome } from '../../features/admin-command.ts';
import { bySystem, type Origin } from '../../platform/actor.ts';
import type { Config } from '../../platform/config/config.ts';
import { requireReadableDataDir } from '../../platform/config/data-dir.ts';
import { createCipher } from '../../platform/crypto/cipher.ts';
import { instanceKeyFile, readInstanceKey } from '../../platform/crypto/instance-key.ts';
import { createPasswords } from '../../platform/crypto/passwords.ts';
import { createSigner } from '../../platform/crypto/signer.ts';
import { verifyInstanceKey } from '../../platform/crypto/verify-instance-key.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { noNotifications } from '../../platform/database/no-notifications.ts';
import { openCommandDatabase } from '../../platform/database/open-command-database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { StartError } from '../../platform/start-error.ts';
import { systemClock } from '../../ports/clock.ts';
import { createFeatures, type Features } from '../features.ts';
import { stopFeatures } from '../start.ts';
import { askHidden } from './ask-hidden.ts';

type BorrowedDatabase = Awaited<ReturnType<typeof openCommandDatabase>>;

interface Surroundings {
  readonly config: Config;
  readonly log: Log;
}

/**
 * Runs a command on the instance's database, beside a running core or without one, and writes its use into the
 * activity log, also when it could not be done.
 * @throws StartError with a sentence for the person at the terminal
 */
export async function runCommand(
  command: AdminCommand<Features['forCommands']>,
  given: Arguments,
  { config, log }: Surroundings,
): Promise<Outcome> {
  await requireDataDir(config);
  await requireInstanceKey(config);
  const database = await openCommandDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    const { features, jobs } = await makeFeatures(database, { config, log });
    const account = accountName();
    const origin = { ...bySystem, device: `command line (${account})` };
    try {
      const outcome = await command
        .run({ features: features.forCommands, origin, promptSecret: askHidden }, given)
        .catch(orSayWhy);
      // without the values of options, such as the address of a database
      const typed = [command.name, ...given.values, ...Object.keys(given.options).map((name) => `--${name}`)].join(' ');
      await logUse(features.forCommands, origin, { command: typed, account, outcome: outcome.summary });
      return outcome;
    } finally {
      for (const feature of features.all) feature.endStreams?.();
      await stopFeatures(features);
      await jobs.stop();
    }
  } finally {
    await database.stop();
  }
}

/** All of the product but its doors: what a command changes has the same consequences as in a running core. */
async function makeFeatures({ db, pool }: BorrowedDatabase, { config, log }: Surroundings) {
  const key = await requireInstanceKey(config);
  const cipher = createCipher(key);
  await verifyInstanceKey(db, cipher);
  const jobs = await openJobs({ pool, notifications: noNotifications, log, isWorker: false });
  const features = createFeatures({
    db,
    notifications: noNotifications,
    writeHealth: { refusal: () => undefined, onChange: () => undefined },
    events: createEvents(noNotifications, log),
    cipher,
    signer: createSigner(key),
    passwords: await createPasswords(),
    clock: systemClock,
    mailer: createSmtpMailer(),
    jobs,
    config,
    log,
    address: { url: config.url ?? '', grpcUrl: config.grpcUrl ?? '' },
  });
  return { features, jobs };
}

/** A command makes no key: one that is new opens nothing. */
async function requireInstanceKey({ secretKey, dataDir }: Config): Promise<Buffer> {
  const key = await readInstanceKey(secretKey, dataDir);
  if (key) return key;
  throw new StartError(
    `There is no instance key at ${join(dataDir, instanceKeyFile)}: set GATEWARDEN_DATA_DIR or GATEWARDEN_SECRET_KEY.`,
  );
}

/** @throws StartError when the data folder is needed and not this user's to read */
async function requireDataDir({ secretKey, databaseUrl, dataDir }: Config): Promise<void> {
  const files = [...(secretKey ? [] : [instanceKeyFile]), ...(databaseUrl ? [] : ['postgres.password'])];
  if (files.length > 0) await requireReadableDataDir(dataDir, files);
}

const sentences: Partial<Record<ErrorCode, string>> = {
  user_not_found: 'There is no such user. `users list` shows all.',
  password_wrong: 'The two are not the same. Nothing was changed.',
  last_way_in: 'Nothing would be left to sign in with: set a password first, with `users reset-password`.',
};

function orSayWhy(error: unknown): Outcome {
  if (!(error instanceof DomainError)) throw error;
  const { code } = error;
  return { lines: [sentences[code] ?? `${errorMessage[code]}.`], summary: `refused: ${code}`, succeeded: false };
}

interface Use {
  readonly command: string;
  readonly account: string;
  readonly outcome: string;
}

async function logUse({ db, events }: Features['forCommands'], origin: Origin, use: Use): Promise<void> {
  await inTransaction(db, (tx) => events.publish(tx, 'admin.command-run', origin, use));
}

/** Who runs the program; an id has a name almost everywhere. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
