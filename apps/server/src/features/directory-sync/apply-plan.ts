import type { ManagedField } from '@gatewarden/contract/users';
import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { ManagedGroups, MemberChange } from '../groups/index.ts';
import type { ManagedUsers, UserAccess } from '../users/index.ts';
import * as links from './links.queries.ts';
import type { StoredState, SyncPlan, UserRef } from './sync-state.ts';

/** Another worker took the run over, or it was ended. */
export class RunLost extends Error {}

interface Dependencies {
  readonly db: Database;
  readonly users: { readonly access: UserAccess; readonly managed: ManagedUsers };
  readonly groups: { readonly managed: ManagedGroups };
}

interface Run {
  readonly source: string;
  /** False if fields of accounts are not managed by the directory. */
  readonly managesFields: boolean;
  /** Runs first in each transaction. @throws RunLost */
  readonly requireOwned: (tx: Tx) => Promise<void>;
}

/** Rows that one transaction changes: others wait for its locks. */
const batchSize = 100;

/** What the directory determines of an account; `groups` is left out: groups of this instance remain possible. */
const managedFields: readonly ManagedField[] = ['username', 'first_name', 'last_name', 'email', 'phone'];

/**
 * Applies the plan in small transactions, each with its events, so that access ends with the change. What happened is never
 * undone: after a failure, the next plan contains the rest.
 * @throws RunLost, last_admin, username_taken, email_taken, group_name_taken after a concurrent change
 */
export async function applyPlan(
  plan: SyncPlan,
  stored: StoredState,
  run: Run,
  dependencies: Dependencies,
): Promise<void> {
  const { db, users, groups } = dependencies;
  const { source, managesFields, requireOwned } = run;
  const wasAdmin = new Map(stored.users.map(({ id, adminGroupIds }) => [id, adminGroupIds.length > 0]));
  const stillDisabled = stored.users.filter(({ isDisabledBySync, is_active }) => isDisabledBySync && !is_active);
  const disabledBySync = new Set(stillDisabled.map(({ id }) => id));
  const management = { managedBy: source, fields: managedFields };
  const disabledManagement = { managedBy: source, fields: [...managedFields, 'is_active' as const] };

  async function inBatches<Item>(items: readonly Item[], change: (tx: Tx, batch: readonly Item[]) => Promise<void>) {
    for (let start = 0; start < items.length; start += batchSize) {
      const batch = items.slice(start, start + batchSize);
      await inTransaction(db, async (tx) => {
        await requireOwned(tx);
        await change(tx, batch);
      });
    }
  }

  /** Those that exist, have the role that the plan assumes, and are not managed by another system. */
  async function lockUnchanged(tx: Tx, refs: readonly UserRef[]): Promise<number[]> {
    const found = await users.managed.lock(
      tx,
      refs.map(({ userId }) => userId),
    );
    const isFree = ({ managed_by }: { managed_by: string | null }) => managed_by === null || managed_by === source;
    return found.filter((user) => user.is_admin === wasAdmin.get(user.id) && isFree(user)).map(({ id }) => id);
  }

  async function setActive(tx: Tx, refs: readonly UserRef[], isActive: boolean): Promise<void> {
    const ids = await lockUnchanged(tx, refs);
    if (ids.length === 0) return;
    await users.access.setActive(tx, { author: undefined, origin: bySystem, ids, isActive });
    await links.setDisabledBySync(tx, ids, !isActive);
    // an administrator cannot enable what the directory disabled
    await users.managed.setManagement(tx, ids, isActive ? management : disabledManagement);
  }

  async function changeMembers(tx: Tx, groupId: number, change: MemberChange): Promise<void> {
    await users.managed.lockAll(tx);
    const group = await groups.managed.lock(tx, groupId);
    if (group) await groups.managed.changeMembers(tx, bySystem, group, change);
  }

  await inBatches(plan.enabledUsers, (tx, batch) => setActive(tx, batch, true));
  await inBatches(plan.deletedUsers, async (tx, batch) => {
    const ids = await lockUnchanged(tx, batch);
    if (ids.length > 0) await users.access.remove(tx, { author: undefined, origin: bySystem, ids });
  });
  await inBatches(plan.disabledUsers, (tx, batch) => setActive(tx, batch, false));
  await inBatches(plan.linkedUsers, async (tx, batch) => {
    const ids = new Set(await lockUnchanged(tx, batch));
    const wanted = batch.filter(({ userId }) => ids.has(userId));
    const linked = await links.linkUsers(
      tx,
      source,
      wanted.map(({ userId, externalId }) => ({ id: userId, externalId })),
    );
    if (managesFields) await users.managed.setManagement(tx, linked, management);
  });
  await inBatches(plan.changedUsers, async (tx, batch) => {
    const found = await users.managed.lock(
      tx,
      batch.map(({ userId }) => userId),
    );
    // another source may have been faster to link an account
    const linked = await links.findLinkedIds(
      tx,
      source,
      found.map(({ id }) => id),
    );
    const before = new Map(found.filter(({ id }) => linked.has(id)).map((user) => [user.id, user]));
    const changes = batch.flatMap(({ userId, after }) => {
      const user = before.get(userId);
      return user ? [{ before: user, fields: after }] : [];
    });
    await users.managed.changeAll(tx, bySystem, changes);
  });
  await inBatches(plan.addedUsers, async (tx, batch) => {
    const rows = batch.map(({ externalId: _, ...fields }) => fields);
    const ids = await users.managed.addAll(tx, bySystem, rows, management);
    await links.linkUsers(
      tx,
      source,
      batch.map(({ username, externalId }) => ({ id: ids.get(username) ?? 0, externalId })),
    );
  });
  await inBatches(plan.renamedGroups, async (tx, batch) => {
    for (const { groupId, name } of batch) {
      const group = await groups.managed.lock(tx, groupId);
      if (group) await groups.managed.change(tx, bySystem, group, name, source);
    }
  });
  await inBatches(plan.linkedGroups, async (tx, batch) => {
    const linked = await links.linkGroups(
      tx,
      source,
      batch.map(({ groupId, externalId }) => ({ id: groupId, externalId })),
    );
    for (const groupId of linked) await groups.managed.setManagement(tx, groupId, source);
  });
  await inBatches(plan.addedGroups, async (tx, batch) => {
    for (const { externalId, name } of batch) {
      const { id } = await groups.managed.add(tx, bySystem, name, source);
      await links.linkGroups(tx, source, [{ id, externalId }]);
    }
  });
  for (const [groupId, removed] of groupBy(plan.removedMembers, (member) => member.groupId)) {
    await inBatches(removed, async (tx, batch) => {
      if (!(await links.isGroupLinked(tx, source, groupId))) return;
      await changeMembers(tx, groupId, { added: [], removed: batch.map(({ userId }) => userId) });
    });
  }
  for (const [externalId, added] of groupBy(plan.addedMembers, (member) => member.groupExternalId)) {
    await inBatches(added, async (tx, batch) => {
      const groupId = await links.findLinkedGroup(tx, source, externalId);
      const found = await links.findLinkedUsers(
        tx,
        source,
        batch.map(({ userExternalId }) => userExternalId),
      );
      if (groupId === undefined) return;
      await changeMembers(tx, groupId, { added: [...found.values()], removed: [] });
    });
  }
  await inBatches(plan.resumedUsers, async (tx, batch) => {
    const ids = await lockUnchanged(tx, batch);
    const isDisabled = (id: number) => disabledBySync.has(id);
    await users.managed.setManagement(tx, ids.filter(isDisabled), disabledManagement);
    await users.managed.setManagement(
      tx,
      ids.filter((id) => !isDisabled(id)),
      management,
    );
  });
  await inBatches(plan.resumedGroups, async (tx, batch) => {
    for (const { groupId } of batch) await groups.managed.setManagement(tx, groupId, source);
  });
  await inBatches(plan.releasedGroups, async (tx, batch) => {
    for (const { groupId } of batch) {
      await links.unlinkGroup(tx, groupId);
      await groups.managed.setManagement(tx, groupId, null);
    }
  });
}

function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  return Map.groupBy(items, keyOf);
}
