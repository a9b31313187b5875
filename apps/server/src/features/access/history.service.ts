import type { AccessDiff } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { listActiveRules } from './active-rules.queries.ts';
import type { Analysis } from './analysis.ts';
import * as queries from './history.queries.ts';
import { listRulesOf } from './past-policy.ts';
import { toPolicies } from './read-policies.ts';
import { prepareRestore } from './restore-version.ts';
import { lockDeployments } from './rules.queries.ts';
import { requireStoredSize } from './stored-size.ts';

export interface HistoryService {
  /** A page of versions, newest first. */
  list(page: number): Promise<{ versions: queries.VersionRow[]; total: number }>;
  /** @throws access_version_not_found */
  get(id: number): Promise<{ version: queries.VersionRow; objects: queries.VersionObjects }>;
  /** Between two versions, or until now. @throws access_version_not_found, and what `compare` of an analysis throws */
  diff(owner: string, versions: { readonly id: number; readonly to: number | undefined }): Promise<AccessDiff>;
  /**
   * Prepares pending changes of rules, as `prepareRestore` does. Returns their ids.
   * @throws access_version_not_found, access_changes_pending, access_rules_too_large
   */
  restore(origin: Origin, id: number): Promise<number[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly analysis: Analysis;
}

const pageSize = 50;

export function createHistory({ db, events, clock, analysis }: Dependencies): HistoryService {
  return {
    list: async (page) => ({
      versions: await queries.listVersions(db, { limit: pageSize, offset: (page - 1) * pageSize }),
      total: await queries.countVersions(db),
    }),
    get: (id) =>
      inSnapshot(db, async (tx) => ({
        version: await find(tx, id),
        objects: await queries.listVersionObjects(tx, id),
      })),
    async diff(owner, { id, to }) {
      const policies = await inSnapshot(db, async (tx) => {
        const before = await listRulesOf(tx, await find(tx, id));
        const after =
          to === undefined ? await listActiveRules(tx, { at: clock.now() }) : await listRulesOf(tx, await find(tx, to));
        return toPolicies(tx, before, after);
      });
      return analysis.compare(owner, policies);
    },
    restore: (origin, id) =>
      inTransaction(db, async (tx) => {
        await lockDeployments(tx);
        const version = await find(tx, id);
        await queries.lockDeployedRules(tx);
        if (await queries.hasPendingRuleChanges(tx)) throw new DomainError('access_changes_pending');
        const changes = await prepareRestore(tx, await queries.listVersionObjects(tx, id), clock.now());
        await requireStoredSize(tx);
        await events.publish(tx, 'access.version-restored', origin, {
          version: { id, name: version.at.toISOString() },
        });
        return changes;
      }),
  };
}

async function find(tx: Tx, id: number): Promise<queries.VersionRow> {
  const version = await queries.findVersion(tx, id);
  if (!version) throw new DomainError('access_version_not_found', { id });
  return version;
}
