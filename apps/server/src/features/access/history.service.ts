import type { AccessDiff } from '@gatewarden/contract/access';
import type { AccessVersion, AccessVersionDetails } from '@gatewarden/contract/access-history';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Clock } from '../../ports/clock.ts';
import { presentRule } from './access.present.ts';
import { listActiveRules } from './active-rules.queries.ts';
import type { Analysis } from './analysis.ts';
import * as queries from './history.queries.ts';
import { listRulesOf } from './past-policy.ts';
import { toPolicies } from './read-policies.ts';
import { prepareRestore } from './restore-version.ts';
import { lockDeployments } from './rules.queries.ts';

export interface HistoryService {
  /** A page of versions, newest first. */
  list(page: number): Promise<{ versions: AccessVersion[]; total: number }>;
  /** @throws access_version_not_found */
  get(id: number): Promise<AccessVersionDetails>;
  /** Between two versions, or until now. @throws access_version_not_found; rate_limited while too many large ones wait */
  diff(id: number, to: number | undefined): Promise<AccessDiff>;
  /**
   * Prepares pending changes of rules, as `prepareRestore` does. Returns their ids.
   * @throws access_version_not_found, access_changes_pending
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
const shownChanges = 50;

export function createHistory({ db, events, clock, analysis }: Dependencies): HistoryService {
  return {
    list: async (page) => ({
      versions: (await queries.listVersions(db, { limit: pageSize, offset: (page - 1) * pageSize })).map(present),
      total: await queries.countVersions(db),
    }),
    get: (id) =>
      inSnapshot(db, async (tx) => {
        const version = await find(tx, id);
        return { ...present(version), ...presentObjects(await queries.listVersionObjects(tx, id)) };
      }),
    async diff(id, to) {
      const policies = await inSnapshot(db, async (tx) => {
        const before = await listRulesOf(tx, await find(tx, id));
        const after =
          to === undefined ? await listActiveRules(tx, { at: clock.now() }) : await listRulesOf(tx, await find(tx, to));
        return toPolicies(tx, before, after);
      });
      return analysis.compare(policies);
    },
    restore: (origin, id) =>
      inTransaction(db, async (tx) => {
        await lockDeployments(tx);
        const version = await find(tx, id);
        await queries.lockDeployedRules(tx);
        if (await queries.hasPendingRuleChanges(tx)) throw new DomainError('access_changes_pending');
        const changes = await prepareRestore(tx, await queries.listVersionObjects(tx, id), clock.now());
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

function present({ at, changes, ...version }: queries.VersionRow): AccessVersion {
  return { ...version, at: toNaive(at), changes: changes.slice(0, shownChanges), change_count: changes.length };
}

function presentObjects({ rules, aliases }: queries.VersionObjects): Pick<AccessVersionDetails, 'rules' | 'names'> {
  const all = [...rules.values()];
  const named = (kind: 'users' | 'groups' | 'devices' | 'locations') => [
    ...new Map(all.flatMap((rule) => rule[kind]).map(({ id, name }) => [id, { id, name }])).values(),
  ];
  const ids = (list: queries.HistoricRule['users'], allow: boolean) =>
    list.filter((each) => each.allow === allow).map(({ id }) => id);
  return {
    rules: [...rules]
      .map(([id, { users, groups, devices, locations, expires_at: expiresAt, ...rule }]) =>
        presentRule({
          ...{ ...rule, id, parent_id: null, state: 'applied' as const },
          expires_at: expiresAt === null ? null : new Date(expiresAt),
          locations: locations.map((each) => each.id),
          ...{ allowed_users: ids(users, true), denied_users: ids(users, false) },
          ...{ allowed_groups: ids(groups, true), denied_groups: ids(groups, false) },
          ...{ allowed_devices: ids(devices, true), denied_devices: ids(devices, false) },
        }),
      )
      .sort((a, b) => a.priority - b.priority || a.id - b.id),
    names: {
      ...{ users: named('users'), groups: named('groups'), devices: named('devices'), locations: named('locations') },
      aliases: [...aliases].map(([id, { name }]) => ({ id, name })),
    },
  };
}
