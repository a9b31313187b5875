import { createHash } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { ImportPreview, ImportRow } from '@gatewarden/contract/user-import';
import { type Actor, type Origin, requireWriteScope } from '../../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import { guardAdminRights } from '../administrators.ts';
import { loginName } from '../login-name.ts';
import type { ReservedUsernames } from '../reserved-usernames.ts';
import { noFactors, type UserSnapshot } from '../users.events.ts';
import type { Author } from '../users.policy.ts';
import { parseGroupNames } from './group-names.ts';
import { countOutcomes, planImport } from './plan-import.ts';
import { type ImportFile, readRows } from './read-rows.ts';
import { findTaken, insertUsers } from './user-import.queries.ts';

/** The part of groups that an import needs. */
interface ImportedGroup {
  readonly id: number;
  readonly name: string;
  readonly is_admin: boolean;
  /** The system that manages its members; null: this instance. */
  readonly managed_by: string | null;
}

export interface GroupsForImport {
  /** The existing groups of these names. None of them is deleted until the transaction ends. */
  lockGroupsShared(tx: Tx, names: readonly string[]): Promise<readonly ImportedGroup[]>;
  /** @throws managed_elsewhere */
  addMembers(
    tx: Tx,
    author: Author,
    members: readonly { readonly groupId: number; readonly userId: number }[],
  ): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly groups: GroupsForImport;
  readonly reserved: Pick<ReservedUsernames, 'loadReservedCheck'>;
}

interface Plan extends ImportPreview {
  readonly groupIds: ReadonlyMap<string, number>;
}

export function createUserImport({ db, events, groups, reserved }: Dependencies) {
  async function buildPlan(tx: Tx, csv: string, { separator, rows, ignoredColumns }: ImportFile): Promise<Plan> {
    const loginNames = (field: 'username' | 'email') => rows.map(({ fields }) => loginName(fields[field] ?? ''));
    const taken = await findTaken(tx, { usernames: loginNames('username'), emails: loginNames('email') });
    const names = [...new Set(rows.flatMap(({ fields }) => parseGroupNames(fields.groups ?? '')))];
    const lockedGroups = await groups.lockGroupsShared(tx, names);
    const plan = await planImport(rows, {
      ...taken,
      groups: new Map(lockedGroups.map((group) => [group.name, group])),
      isReserved: await reserved.loadReservedCheck(tx),
    });
    const outcomes = plan.map(({ outcome, is_admin, problems }) => [outcome, is_admin, problems]);
    return {
      digest: createHash('sha256').update(JSON.stringify(outcomes)).update(csv).digest('base64url'),
      separator,
      ignored_columns: [...ignoredColumns],
      ...countOutcomes(plan),
      rows: plan,
      groupIds: new Map(lockedGroups.map(({ id, name }) => [name, id])),
    };
  }

  return {
    /** @throws csv_unreadable, csv_empty, csv_too_large, csv_columns_missing */
    async preview(csv: string): Promise<ImportPreview> {
      const file = await readRows(csv);
      const { groupIds: _, ...preview } = await inTransaction(db, (tx) => buildPlan(tx, csv, file));
      return preview;
    },
    /**
     * Adds all users that the preview with this digest announced; returns how many.
     * @throws import_has_errors, import_outdated and what `preview` throws: then no user is added
     */
    async import(actor: Actor, origin: Origin, csv: string, digest: string): Promise<number> {
      const file = await readRows(csv);
      return inTransaction(db, async (tx) => {
        const plan = await buildPlan(tx, csv, file);
        if (plan.digest !== digest) throw new DomainError('import_outdated');
        if (plan.error > 0) throw new DomainError('import_has_errors');
        const added = plan.rows.filter(({ outcome }) => outcome === 'add');
        if (added.some(({ groups: names }) => names.length > 0)) requireWriteScope(actor, 'groups');
        await guardAdminRights(tx, actor, () => add(tx, { actor, origin }, added, plan.groupIds));
        return added.length;
      });
    },
  };

  async function add(
    tx: Tx,
    { actor, origin }: { readonly actor: Actor; readonly origin: Origin },
    rows: readonly ImportRow[],
    groupIds: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (rows.length === 0) return;
    const ids = await insertUsers(tx, rows);
    const added = rows.map((row) => ({ user: toSnapshot(row, requireId(ids, row.username)), groups: row.groups }));
    await groups.addMembers(
      tx,
      actor,
      added.flatMap(({ user, groups: names }) =>
        names.map((name) => ({ userId: user.id, groupId: requireId(groupIds, name) })),
      ),
    );
    const withGroups = added.filter(({ groups: names }) => names.length > 0);
    await events.publishAll(
      tx,
      'user.added',
      added.map(({ user }) => ({ origin, payload: { user } })),
    );
    await events.publishAll(
      tx,
      'user.groups-modified',
      withGroups.map(({ user, groups: names }) => ({ origin, payload: { user, before: [], after: names.toSorted() } })),
    );
    await events.publish(tx, 'users.imported', origin, { count: added.length });
    if (withGroups.length > 0) {
      await events.signal(tx, 'users.access-changed', { userIds: withGroups.map(({ user }) => user.id) });
    }
  }
}

export type UserImport = ReturnType<typeof createUserImport>;

function toSnapshot({ username, first_name, last_name, email, phone, is_active }: ImportRow, id: number): UserSnapshot {
  return { id, username, first_name, last_name, email, phone, is_active, ...noFactors };
}

function requireId(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no row was written for the name ${name}`);
  return id;
}
