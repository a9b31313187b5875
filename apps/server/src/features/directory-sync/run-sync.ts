import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { bySystem } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ManagedGroups } from '../groups/index.ts';
import type { ManagedUsers, UserAccess } from '../users/index.ts';
import { applyPlan, RunLost } from './apply-plan.ts';
import { digestPlan, findIncompleteAnswer, linksSameGroups, removesMany } from './check-guards.ts';
import { countPlan, describePlan } from './describe-plan.ts';
import { type DirectorySource, getSource, type ListSources, type SourceRules } from './directory-source.ts';
import './directory-sync.events.ts';
import { findConfiguredBy } from './links.queries.ts';
import { planSync } from './plan-sync.ts';
import { readDirectory } from './read-directory.ts';
import * as queries from './runs.queries.ts';
import { readStoredState } from './stored-state.queries.ts';
import type { DirectorySnapshot, StoredState, SyncPlan } from './sync-state.ts';

export interface RunDependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly listSources: ListSources;
  readonly users: {
    readonly access: UserAccess;
    readonly managed: ManagedUsers;
    readonly loadReservedCheck: () => Promise<(username: string) => boolean>;
  };
  readonly groups: { readonly managed: ManagedGroups };
}

/** A worker that has not written for this long has ended. */
export const lostMilliseconds = 120_000;
const remainingRuns = 100;

interface Planned {
  readonly source: DirectorySource;
  readonly snapshot: DirectorySnapshot;
  readonly stored: StoredState;
  readonly plan: SyncPlan;
  readonly rules: SourceRules;
}

/**
 * Works on a run: reads everything, plans, checks the guards, and applies the plan. Does nothing if another worker does.
 * After a crash, the next worker begins again; what was applied is not in its plan.
 */
export async function runSync(id: number, dependencies: RunDependencies): Promise<void> {
  const { db, events, clock, log } = dependencies;
  const worker = randomUUID();
  const now = clock.now();
  const lostBefore = new Date(now.getTime() - lostMilliseconds);
  const run = await queries.claimRun(db, id, { worker, now, lostBefore });
  if (!run) return;
  const { source: name } = run;

  async function requireOwned(tx: Database | Tx = db): Promise<void> {
    if (!(await queries.keepRun(tx, id, worker, clock.now()))) throw new RunLost();
  }

  async function end(result: queries.RunResult, publish: (tx: Tx) => Promise<void>): Promise<void> {
    await inTransaction(db, async (tx) => {
      if (!(await queries.endRun(tx, { id, worker, now: clock.now() }, result))) throw new RunLost();
      await queries.replaceWaiting(tx, name, id);
      await queries.deleteOldRuns(tx, name, remainingRuns);
      await publish(tx);
    });
  }

  async function finish(planned: Planned, row: queries.RunRow): Promise<void> {
    const { source, snapshot, stored, plan, rules } = planned;
    const counts = countPlan(plan, snapshot);
    const digest = digestPlan(plan);
    const result = { counts, differences: describePlan(plan), removalDigest: digest };
    const reference = { source: name, runId: id };
    const incomplete = findIncompleteAnswer(planned);
    const question = incomplete ?? (await findQuestion(planned, row, digest));
    if (row.is_preview) {
      const guard = question && { guard: question };
      return end({ ...result, state: 'planned', ...guard }, (tx) =>
        events.broadcast(tx, 'directory-sync.progressed', reference),
      );
    }
    if (question) {
      return end({ ...result, state: incomplete ? 'stopped' : 'waiting', guard: question }, (tx) =>
        events.publish(tx, 'directory-sync.stopped', bySystem, { ...reference, guard: question, counts }),
      );
    }
    const managesFields = rules.target !== 'groups';
    await applyPlan(plan, stored, { source: name, managesFields, requireOwned }, dependencies);
    await end({ ...result, state: 'completed' }, async (tx) => {
      await source.onCompleted?.(tx);
      if (changesNothing(plan)) await events.broadcast(tx, 'directory-sync.progressed', reference);
      else await events.publish(tx, 'directory-sync.completed', bySystem, { ...reference, counts });
    });
  }

  /** Why an administrator must confirm the plan; undefined if it can be applied. */
  async function findQuestion(planned: Planned, { confirmed_digest: confirmed }: queries.RunRow, digest: string) {
    if (confirmed === digest) return undefined;
    if (removesMany(planned)) return 'removals' as const;
    const isConfirmed = confirmed !== null && linksSameGroups(confirmed, digest);
    return isConfirmed || (await queries.hasCompleted(db, name)) ? undefined : ('first_run' as const);
  }

  try {
    await finish(await plan(run, requireOwned, dependencies), run);
  } catch (error) {
    if (error instanceof RunLost) return;
    const code = error instanceof DomainError ? error.code : 'internal_error';
    if (!(error instanceof DomainError)) log.error({ err: error, run: id }, 'a directory synchronization failed');
    else
      log.info({ reason: code, source: name, run: id, detail: detailOf(error) }, 'a directory synchronization failed');
    await end({ state: 'failed', error: code }, (tx) =>
      events.publish(tx, 'directory-sync.failed', bySystem, { source: name, runId: id, error: code }),
    ).catch((failure: unknown) => {
      if (!(failure instanceof RunLost)) throw failure;
    });
  }
}

async function plan(
  { source: name, confirmed_users }: queries.RunRow,
  requireOwned: () => Promise<void>,
  { db, listSources, users }: RunDependencies,
): Promise<Planned> {
  const source = await getSource(listSources, name);
  const rules = await source.rules();
  const directory = await source.open();
  if (!directory) throw new DomainError('directory_not_configured');
  const snapshot = await readDirectory(directory, requireOwned);
  const groupNames = snapshot.groups.map((group) => group.name.trim());
  const stored = await inSnapshot(db, (tx) => readStoredState(tx, name, groupNames));
  await requireOwned();
  const configuredBy = await findConfiguredBy(db, name);
  const syncRules = {
    ...rules,
    source: name,
    protectedUserIds: new Set(configuredBy === undefined ? [] : [configuredBy]),
    confirmedUserIds: new Set(confirmed_users),
    linksGroupsByName: !(await queries.hasCompleted(db, name)),
    isReserved: await users.loadReservedCheck(),
  };
  return { source, snapshot, stored, rules, plan: planSync(snapshot, stored, syncRules) };
}

/** What an adapter says about the failure, without secrets. */
function detailOf({ cause }: DomainError): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

function changesNothing({ problems: _, protectedUsers: __, unconfirmedUsers: ___, ...changes }: SyncPlan): boolean {
  return Object.values(changes).every((list) => list.length === 0);
}
