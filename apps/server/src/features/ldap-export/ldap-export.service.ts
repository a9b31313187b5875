import { DomainError } from '@gatewarden/contract/errors';
import type { ExportState } from '@gatewarden/contract/ldap-export';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ManagedGroups } from '../groups/index.ts';
import type { LdapTarget } from '../ldap/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { ManagedUsers } from '../users/index.ts';
import { countWaiting, listProblems, type ProblemRow, retryAll, type WaitingRow } from './changes.queries.ts';
import { toExportRules } from './export-rules.ts';
import { type ExportStateRow, getState, requestComparison } from './export-state.queries.ts';
import './ldap-export.events.ts';
import { countManaged, linkManagedGroups, linkManagedUsers, type ManagedCounts } from './managed-objects.queries.ts';
import { nextComparison } from './run-export.ts';

export interface ExportOverview {
  readonly state: ExportState;
  readonly waiting: WaitingRow;
  readonly stored: ExportStateRow;
  readonly problems: readonly ProblemRow[];
  readonly managed: ManagedCounts;
  readonly local: ManagedCounts;
  readonly isComparing: boolean;
  readonly nextComparisonAt: Date | null;
}

/** What this instance writes, and whether the directory accepts it. */
export interface ExportSummary {
  readonly state: Exclude<ExportState, 'off'>;
  readonly users: number;
  readonly groups: number;
  /** When the directory failed, or when the oldest refused change was recorded; null in other states. */
  readonly stoppedAt: Date | null;
}

export interface LdapExportService {
  /** Undefined while nothing is written. */
  findSummary(): Promise<ExportSummary | undefined>;
  overview(): Promise<ExportOverview>;
  /** Compares and tries again now. @throws ldap_export_off, directory_not_configured */
  run(origin: Origin): Promise<void>;
  /**
   * Makes this instance manage the accounts and groups that the directory manages, and links their entries. Returns their
   * numbers. @throws ldap_export_off, directory_not_configured
   */
  takeOver(origin: Origin): Promise<ManagedCounts>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly target: () => Promise<LdapTarget | undefined>;
  readonly users: { readonly managed: Pick<ManagedUsers, 'lockAll' | 'setManagement'> };
  readonly groups: { readonly managed: Pick<ManagedGroups, 'setManagement'> };
  readonly requestRun: (tx: Tx) => Promise<void>;
}

const shownProblems = 100;

export function createLdapExportService(dependencies: Dependencies): LdapExportService {
  const { db, events, clock, settings, target, users, groups, requestRun } = dependencies;

  async function requireEnabled(): Promise<void> {
    if (!toExportRules(await settings.get()).isEnabled) throw new DomainError('ldap_export_off');
    if (!(await target())) throw new DomainError('directory_not_configured');
  }

  async function compareNow(tx: Tx): Promise<void> {
    await requestComparison(tx, clock.now());
    await requestRun(tx);
  }

  return {
    async findSummary() {
      if (!toExportRules(await settings.get()).isEnabled) return undefined;
      const stored = await getState(db);
      const waiting = await countWaiting(db);
      const state = stateOf(stored, waiting);
      return { state, users: waiting.users, groups: waiting.groups, stoppedAt: stoppedAtOf(state, stored, waiting) };
    },
    async overview() {
      const rules = toExportRules(await settings.get());
      const stored = await getState(db);
      const waiting = await countWaiting(db);
      const now = clock.now();
      return {
        state: rules.isEnabled ? stateOf(stored, waiting) : 'off',
        waiting,
        stored,
        problems: await listProblems(db, shownProblems),
        ...(await countManaged(db)),
        isComparing: stored.comparing_until !== null && stored.comparing_until > now,
        nextComparisonAt: rules.isEnabled ? nextComparison(stored, rules, now) : null,
      };
    },
    async run(origin) {
      await requireEnabled();
      await inTransaction(db, async (tx) => {
        await retryAll(tx);
        await compareNow(tx);
        await events.publish(tx, 'ldap-export.requested', origin, {});
      });
    },
    async takeOver(origin) {
      await requireEnabled();
      return inTransaction(db, async (tx) => {
        await users.managed.lockAll(tx);
        const userIds = await linkManagedUsers(tx);
        await users.managed.setManagement(tx, userIds, null);
        const groupIds = await linkManagedGroups(tx);
        for (const id of groupIds) await groups.managed.setManagement(tx, id, null);
        const counts = { users: userIds.length, groups: groupIds.length };
        await events.publish(tx, 'ldap-export.taken-over', origin, counts);
        await compareNow(tx);
        return counts;
      });
    },
  };
}

function stoppedAtOf(
  state: ExportSummary['state'],
  { failed_at }: ExportStateRow,
  { refused_since }: WaitingRow,
): Date | null {
  if (state === 'failed') return failed_at;
  return state === 'refused' ? refused_since : null;
}

function stateOf({ error }: ExportStateRow, { waiting, refused }: WaitingRow): ExportSummary['state'] {
  if (error !== null) return 'failed';
  if (refused > 0) return 'refused';
  return waiting > 0 ? 'waiting' : 'in_sync';
}
