import type { ExportProblemReason } from '@gatewarden/contract/ldap-export';
import { bySystem } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import { WriteRefused } from '../../ports/ldap-writer.ts';
import { type ClaimedChange, claimChange, listProblems, postponeChange, releaseChange } from './changes.queries.ts';
import './ldap-export.events.ts';
import type { WriteContext } from './write-entry.ts';
import { writeGroup } from './write-group.ts';
import { PasswordRefused, writeUser } from './write-user.ts';

interface Context extends WriteContext {
  readonly events: Events;
  readonly log: Log;
}

/** A run ends after this time; the next one continues. */
const maxRunMilliseconds = 10 * 60_000;

/**
 * Writes all changes that are due, one at a time. What the directory refuses waits longer each time; then others continue.
 * @throws DirectoryFailure if the directory cannot be used; all changes that are not written remain
 */
export async function writeChanges(context: Context): Promise<void> {
  const { db, clock } = context;
  const startedAt = clock.elapsedMilliseconds();
  while (clock.elapsedMilliseconds() - startedAt < maxRunMilliseconds) {
    const change = await claimChange(db, clock.now());
    if (!change) return;
    await writeChange(change, context);
  }
}

async function writeChange(change: ClaimedChange, context: Context): Promise<void> {
  try {
    await (change.kind === 'user' ? writeUser(change, context) : writeGroup(change, context));
  } catch (error) {
    if (error instanceof WriteRefused) return postpone(change, error, context);
    await releaseChange(context.db, change, context.clock.now());
    throw error;
  }
}

const firstDelaySeconds = 30;
const longestDelaySeconds = 3_600;

async function postpone(
  change: ClaimedChange,
  refusal: WriteRefused,
  { db, clock, events, log }: Context,
): Promise<void> {
  const error = reasonOf(refusal);
  const delaySeconds = Math.min(firstDelaySeconds * 2 ** change.attempts, longestDelaySeconds);
  const retryAt = new Date(clock.now().getTime() + delaySeconds * 1000);
  log.info(
    { kind: change.kind, id: change.id, reason: error, cause: refusal.message },
    'the directory refused a change',
  );
  await inTransaction(db, async (tx) => {
    await postponeChange(tx, change, { error, retryAt });
    if (change.error === error) return;
    const [problem] = await listProblems(tx, 1, change);
    const name = problem?.name ?? '';
    await events.publish(tx, 'ldap-export.refused', bySystem, { kind: change.kind, name, reason: error });
  });
}

function reasonOf(refusal: WriteRefused): ExportProblemReason {
  if (refusal instanceof PasswordRefused) return 'password';
  return refusal.reason === 'exists' ? 'name_taken' : refusal.reason;
}
