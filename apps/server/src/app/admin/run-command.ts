import { userInfo } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { createLdapConnector } from '../../adapters/ldap/ldap-connector.ts';
import { createSmtpMailer } from '../../adapters/smtp/smtp-mailer.ts';
import type { AdminCommand, Arguments, Outcome } from '../../features/admin-command.ts';
import { bySystem } from '../../platform/actor.ts';
import type { Config } from '../../platform/config/config.ts';
import { requireReadableDataDir } from '../../platform/config/data-dir.ts';
import { instanceKeyFile, readInstanceKey } from '../../platform/crypto/instance-key.ts';
import { createPasswords } from '../../platform/crypto/passwords.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { noNotifications } from '../../platform/database/no-notifications.ts';
import { openCommandDatabase } from '../../platform/database/open-command-database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import { StartError } from '../../platform/start-error.ts';
import { systemClock } from '../../ports/clock.ts';
import { createFeatures, type Features } from '../features.ts';
import { stopFeatures } from '../start.ts';

type CommandDatabase = Awaited<ReturnType<typeof openCommandDatabase>>;

interface CommandContext {
  readonly config: Config;
  readonly log: Log;
  /** Prompts at the terminal without echoing the answer. @throws StartError without an answer */
  readonly promptSecret: (question: string) => Promise<string>;
}

/**
 * Runs a command on the database of the instance, with or without a running core, and records it in the activity log,
 * even if it fails.
 * @throws StartError with a sentence for the operator
 */
export async function runCommand(
  command: AdminCommand<Features['forCommands']>,
  given: Arguments,
  { config, log, promptSecret }: CommandContext,
): Promise<Outcome> {
  await requireDataDir(config);
  await requireInstanceKey(config);
  const database = await openCommandDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    const { features, jobs } = await createCommandFeatures(database, { config, log });
    const account = accountName();
    const origin = { ...bySystem, device: `command line (${account})` };
    // without the values of options, such as the address of a database
    const typed = [command.name, ...given.values, ...Object.keys(given.options).map((name) => `--${name}`)].join(' ');
    const { db, events } = features.forCommands;
    const record = (tx: Tx, outcome: string) =>
      events.publish(tx, 'admin.command-run', origin, { command: typed, account, outcome });
    const recordStart = (tx: Tx) => record(tx, 'started');
    try {
      const outcome = await command
        .run({ features: features.forCommands, origin, recordStart, promptSecret }, given)
        .catch(describeRefusal);
      await inTransaction(db, (tx) => record(tx, outcome.summary));
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

/**
 * Creates all features without HTTP and gRPC, so that changes of a command have the same effects as in a running core.
 */
async function createCommandFeatures(
  { db, pool }: CommandDatabase,
  { config, log }: Pick<CommandContext, 'config' | 'log'>,
) {
  const key = await requireInstanceKey(config);
  const opened = await openSecrets(db, key);
  const jobs = await openJobs({ pool, notifications: noNotifications, log, isWorker: false });
  const features = createFeatures({
    db,
    notifications: noNotifications,
    writeHealth: { refusal: () => undefined, onChange: () => undefined },
    events: createEvents(noNotifications, log),
    ...opened,
    passwords: await createPasswords(),
    clock: systemClock,
    mailer: createSmtpMailer(),
    ldap: createLdapConnector({ clock: systemClock }),
    jobs,
    config,
    tls: undefined,
    log,
    address: {
      url: config.url ?? '',
      grpcUrl: config.grpcUrl ?? '',
      edgeUrl: config.edgeUrl ?? '',
      provisionerUrl: '',
    },
  });
  return { features, jobs };
}

/**
 * Commands create no key: a new key could not decrypt anything.
 * @throws StartError if there is none
 */
export async function requireInstanceKey({ secretKey, dataDir }: Config): Promise<Buffer> {
  const key = await readInstanceKey(secretKey, dataDir);
  if (key) return key;
  throw new StartError(
    `There is no instance key at ${join(dataDir, instanceKeyFile)}: set GATEWARDEN_DATA_DIR or GATEWARDEN_SECRET_KEY.`,
  );
}

/** @throws StartError if the data folder is required and this user cannot read it */
export async function requireDataDir({ secretKey, databaseUrl, dataDir }: Config): Promise<void> {
  const files = [...(secretKey ? [] : [instanceKeyFile]), ...(databaseUrl ? [] : ['postgres.password'])];
  if (files.length > 0) await requireReadableDataDir(dataDir, files);
}

const sentences: Partial<Record<ErrorCode, string>> = {
  user_not_found: 'There is no such user. `users list` shows all.',
  password_wrong: 'The two are not the same. Nothing was changed.',
  last_credential: 'Nothing would be left to sign in with: set a password first, with `users reset-password`.',
};

function describeRefusal(error: unknown): Outcome {
  if (!(error instanceof DomainError)) throw error;
  const { code } = error;
  return { lines: [sentences[code] ?? `${errorMessage[code]}.`], summary: `refused: ${code}`, succeeded: false };
}

/** The account that runs the command; almost every id has a name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
