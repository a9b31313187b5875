import { type Database, inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ManagedGroupRow, ManagedGroups } from '../../groups/index.ts';
import type { SettingsService } from '../../settings/index.ts';
import type { ManagedUsers } from '../../users/index.ts';
import { type ClientContext, managedByScim } from '../client-context.ts';
import type { ListQuery } from '../protocol/list-query.ts';
import type { PatchOperation } from '../protocol/patch-operations.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { requireVersion } from '../protocol/version.ts';
import { isResourceId } from '../users/user-filter.queries.ts';
import type { MemberPatch } from './member-patch.ts';
import { type PresentedGroup, presentScimGroup } from './present-scim-group.ts';
import { readGroupPatch, readScimGroup, type WantedGroup } from './read-scim-group.ts';
import * as queries from './scim-groups.queries.ts';

/** The requests about groups. All of them throw ScimError, and errors of the groups feature. */
export interface ScimGroupsService {
  list(query: ListQuery): Promise<{ readonly groups: readonly PresentedGroup[]; readonly total: number }>;
  get(id: string): Promise<PresentedGroup>;
  add(context: ClientContext, body: Readonly<Record<string, unknown>>): Promise<PresentedGroup>;
  replace(context: ClientContext, id: string, body: Readonly<Record<string, unknown>>): Promise<PresentedGroup>;
  patch(context: ClientContext, id: string, operations: readonly PatchOperation[]): Promise<PresentedGroup>;
  /** Returns the name of the group. */
  remove(context: ClientContext, id: string): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: Pick<ManagedUsers, 'lockAll'>;
  readonly groups: ManagedGroups;
  /** The address of the SCIM server. */
  readonly base: () => string;
}

export function createScimGroupsService({ db, clock, settings, users, groups, base }: Dependencies): ScimGroupsService {
  const present = (row: queries.ScimGroupRow) => presentScimGroup(row, base());

  async function presentAgain(tx: Tx, scimId: string): Promise<PresentedGroup> {
    const row = await queries.findScimGroup(tx, scimId);
    if (!row) throw notFound(scimId);
    return present(row);
  }

  /** @throws ScimError notFound, outdated, refused */
  async function lock(tx: Tx, { ifMatch }: ClientContext, scimId: string): Promise<ManagedGroupRow> {
    await users.lockAll(tx);
    const id = isResourceId(scimId) ? await queries.findGroupId(tx, scimId) : undefined;
    const group = id === undefined ? undefined : await groups.lock(tx, id);
    if (!group) throw notFound(scimId);
    if (ifMatch !== undefined) requireVersion(ifMatch, (await presentAgain(tx, scimId)).version);
    if (group.managed_by !== null && group.managed_by !== managedByScim)
      throw new ScimError('refused', `${group.managed_by} manages this group; SCIM cannot change it`);
    // members of such a group have all rights
    if (group.is_admin && !(await settings.get(tx)).scim_manages_admins)
      throw new ScimError('refused', 'SCIM does not change admin groups unless a setting allows it');
    return group;
  }

  async function changeMembers(tx: Tx, { origin }: ClientContext, group: ManagedGroupRow, patch: MemberPatch) {
    const { replaces, added, removed } = patch;
    if (!replaces && added.size + removed.size === 0) return;
    const found = await queries.listAccountIds(tx, [...added, ...removed]);
    const ids = new Map(found.map(({ id, scim_id }) => [scim_id, id]));
    const unknown = [...added].find((id) => !ids.has(id));
    if (unknown !== undefined) throw new ScimError('invalidValue', `There is no user ${unknown}`);
    const idsOf = (scimIds: ReadonlySet<string>) => [...scimIds].flatMap((scimId) => ids.get(scimId) ?? []);
    const change = { added: idsOf(added), removed: replaces ? ('others' as const) : idsOf(removed) };
    if (await groups.changeMembers(tx, origin, group, change))
      await queries.storeScimGroup(tx, group.id, { membersModifiedAt: clock.now() });
  }

  const change = (context: ClientContext, id: string, { name, externalId, members }: WantedGroup) =>
    inTransaction(db, async (tx) => {
      const group = await lock(tx, context, id);
      const renamed = await groups.change(tx, context.origin, group, name ?? group.name, managedByScim);
      if (externalId !== undefined) await queries.storeScimGroup(tx, group.id, { externalId });
      await changeMembers(tx, context, { ...group, ...renamed }, members);
      return presentAgain(tx, id.toLowerCase());
    });

  return {
    async list(query) {
      const { rows, total } = await queries.listScimGroups(db, query);
      return { groups: rows.map(present), total };
    },
    async get(id) {
      const row = isResourceId(id) ? await queries.findScimGroup(db, id) : undefined;
      if (!row) throw notFound(id);
      return present(row);
    },
    add(context, body) {
      const wanted = readScimGroup(body);
      return inTransaction(db, async (tx) => {
        await users.lockAll(tx);
        const group = await groups.add(tx, context.origin, wanted.name, managedByScim);
        if (wanted.externalId !== undefined)
          await queries.storeScimGroup(tx, group.id, { externalId: wanted.externalId });
        await changeMembers(tx, context, { ...group, managed_by: managedByScim }, wanted.members);
        return presentAgain(tx, await queries.getScimId(tx, group.id));
      });
    },
    replace: (context, id, body) => change(context, id, readScimGroup(body)),
    patch: (context, id, operations) => change(context, id, readGroupPatch(operations)),
    remove: (context, id) =>
      inTransaction(db, async (tx) => {
        const group = await lock(tx, context, id);
        if (group.managed_by === null)
          throw new ScimError('refused', 'SCIM does not manage this group, so it cannot delete it');
        await groups.remove(tx, context.origin, group);
        return group.name;
      }),
  };
}

function notFound(id: string): ScimError {
  return new ScimError('notFound', `There is no group ${id.slice(0, 100)}`);
}
