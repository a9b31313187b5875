import { DomainError } from '@gatewarden/contract/errors';
import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { LdapConnector } from '../../ports/ldap-directory.ts';
import type { LdapTarget } from '../ldap/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { countWaiting, expirePasswords, hasDueChange } from './changes.queries.ts';
import { compareAll } from './compare.ts';
import { setOutdated } from './entries.queries.ts';
import { type ExportRules, toExportRules } from './export-rules.ts';
import * as states from './export-state.queries.ts';
import { writeChanges } from './write-changes.ts';
import type { WriteContext } from './write-entry.ts';
import { waitingPassword } from './write-user.ts';

export interface RunDependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly ldap: LdapConnector;
  readonly target: () => Promise<LdapTarget | undefined>;
  readonly settings: Pick<SettingsService, 'get' | 'record'>;
}

/** How long a password waits for a directory that does not answer. */
const passwordHours = 72;

/**
 * Writes what waits, and compares everything if that is due. Several runs at the same time share the changes: each is
 * written by one. Does nothing while this instance does not decide, or until the next attempt is due.
 */
export async function runExport(dependencies: RunDependencies): Promise<void> {
  let isRequested: boolean;
  do {
    isRequested = await runOnce(dependencies);
  } while (isRequested);
}

/**
 * Whether a comparison was requested meanwhile: the run of that request has ended, because only one compares at a time.
 */
async function runOnce(dependencies: RunDependencies): Promise<boolean> {
  const { db, clock, settings, target } = dependencies;
  const current = await settings.get();
  const rules = toExportRules(current);
  if (!rules.isEnabled) return false;
  await dropExpiredPasswords(dependencies);
  const state = await states.getState(db);
  const now = clock.now();
  if (state.retry_at && state.retry_at > now) return false;
  const compares = isComparisonDue(state, rules, now);
  if (!compares && !(await hasDueChange(db, now))) return false;
  const found = await target();
  try {
    if (!found) throw new DomainError('directory_not_configured');
    await work(found, rules, compares ? state : undefined, dependencies);
  } catch (error) {
    const code = codeOf(error);
    await recordFailure(code ?? 'internal_error', state, dependencies);
    if (code === undefined) throw error;
    return false;
  }
  await recordSuccess(current.ldap_sync_status, dependencies);
  return (await states.getState(db)).compare_requested_at !== null;
}

function isComparisonDue(state: states.ExportStateRow, rules: ExportRules, now: Date): boolean {
  if (state.comparing_until && state.comparing_until > now) return false;
  return state.compare_requested_at !== null || nextComparison(state, rules, now) <= now;
}

/** When a comparison is due without a request. */
export function nextComparison({ compared_at: at }: states.ExportStateRow, rules: ExportRules, now: Date): Date {
  return at ? new Date(at.getTime() + rules.intervalSeconds * 1000) : now;
}

/** Writes changes, then compares if `due` is given and not claimed by another process. Uses one connection. */
async function work(
  { server, schema }: LdapTarget,
  rules: ExportRules,
  due: states.ExportStateRow | undefined,
  dependencies: RunDependencies,
): Promise<void> {
  const { db, clock, ldap } = dependencies;
  const writer = await ldap.openWriter(server, schema);
  try {
    const context = { ...dependencies, writer, schema, rules };
    // first: a comparison that fails must not prevent it
    await writeChanges(context);
    if (!due || !(await states.claimComparison(db, due, clock.now()))) return;
    await compare(context);
    await writeChanges(context);
  } finally {
    await writer.close();
  }
}

async function compare(context: WriteContext & Pick<RunDependencies, 'events'>): Promise<void> {
  const { db, clock, events } = context;
  try {
    const comparison = await compareAll(context);
    const { counts } = comparison;
    await inTransaction(db, async (tx) => {
      await states.saveComparison(tx, clock.now(), comparison);
      if (counts.missing + counts.changed > 0) await events.publish(tx, 'ldap-export.compared', bySystem, { counts });
    });
  } catch (error) {
    await states.abandonComparison(db, clock.now());
    throw error;
  }
}

function codeOf(error: unknown): DomainError['code'] | undefined {
  if (error instanceof DirectoryFailure) return `directory_${error.reason}`;
  return error instanceof DomainError && error.code === 'directory_not_configured' ? error.code : undefined;
}

const firstDelaySeconds = 15;
const longestDelaySeconds = 300;

async function recordFailure(
  error: DomainError['code'],
  state: states.ExportStateRow,
  { db, clock, events, log }: RunDependencies,
): Promise<void> {
  const now = clock.now();
  const delaySeconds = Math.min(firstDelaySeconds * 2 ** state.attempts, longestDelaySeconds);
  const retryAt = new Date(now.getTime() + delaySeconds * 1000);
  log.info({ reason: error }, 'the directory cannot be written to');
  await inTransaction(db, async (tx) => {
    await states.saveFailure(tx, { error, attempts: state.attempts + 1, retryAt, now });
    if (state.error !== error) await events.publish(tx, 'ldap-export.failed', bySystem, { error });
  });
}

async function recordSuccess(stored: 'InSync' | 'OutOfSync', { db, settings, events }: RunDependencies): Promise<void> {
  const { waiting } = await countWaiting(db);
  const status = waiting === 0 ? 'InSync' : 'OutOfSync';
  await inTransaction(db, async (tx) => {
    await states.clearFailure(tx);
    if (status !== stored) await settings.record(tx, { ldap_sync_status: status });
    await events.broadcast(tx, 'ldap-export.progressed', {});
  });
}

/** A password that was never written is not stored forever; the account must set one again. */
async function dropExpiredPasswords({ db, secrets, clock }: RunDependencies): Promise<void> {
  const before = new Date(clock.now().getTime() - passwordHours * 3_600_000);
  await inTransaction(db, async (tx) => {
    const ids = await expirePasswords(tx, before);
    if (ids.length === 0) return;
    for (const id of ids) await secrets.delete(tx, waitingPassword(id));
    await setOutdated(tx, ids);
  });
}
