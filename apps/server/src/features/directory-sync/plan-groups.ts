import { GroupName } from '@gatewarden/contract/groups';
import type { DirectoryGroup } from '../../ports/directory.ts';
import { orderRenames } from './order-renames.ts';
import type { GroupRef, StoredGroup, SyncProblem, SyncRules } from './sync-state.ts';

export interface GroupPlan {
  readonly renamed: readonly (GroupRef & { readonly before: string })[];
  readonly linked: readonly (GroupRef & { readonly externalId: string })[];
  readonly added: readonly { readonly externalId: string; readonly name: string }[];
  readonly released: readonly GroupRef[];
  readonly problems: readonly SyncProblem[];
  /** The stored group of each external id that is linked, or will be. */
  readonly storedOf: ReadonlyMap<string, StoredGroup>;
}

/**
 * Which groups are renamed, linked, added and released. Entries are ordered by external id, each once. An entry with the
 * name of a group here is linked only if the rules allow it, and if no other entry has the name.
 */
export function planGroups(
  entries: readonly DirectoryGroup[],
  groups: readonly StoredGroup[],
  { linksGroupsByName }: Pick<SyncRules, 'linksGroupsByName'>,
): GroupPlan {
  const problems: SyncProblem[] = [];
  const storedOf = new Map(
    groups.flatMap((group) => (group.externalId === undefined ? [] : [[group.externalId, group]])),
  );
  const present = new Set(entries.map(({ externalId }) => externalId));
  const isReleased = ({ externalId }: StoredGroup) => externalId !== undefined && !present.has(externalId);
  // a group that was created again in the directory has another external id
  const byId = new Map(
    groups.map((group) => [
      group.id,
      isReleased(group) ? { ...group, externalId: undefined, managed_by: null } : group,
    ]),
  );
  const holders = new Map(groups.map(({ name, id }) => [name, id]));
  const named = entries.map(({ externalId, name }) => ({ externalId, name: name.trim() }));
  const valid = named.filter(({ name }) => {
    const isValid = GroupName.safeParse(name).success;
    if (!isValid) problems.push({ kind: 'group_name_invalid', name });
    return isValid;
  });

  const wanted = valid.flatMap(({ externalId, name }) => {
    const group = storedOf.get(externalId);
    return group && group.name !== name ? [{ id: group.id, group, held: [group.name], wanted: [name] }] : [];
  });
  const { ordered, blocked } = orderRenames(wanted, holders);
  for (const { wanted: names } of blocked) problems.push({ kind: 'group_name_taken', name: names[0] ?? '' });

  const names = new Set<string>();
  const sharedNames = new Set<string>();
  for (const { name } of valid) (names.has(name) ? sharedNames : names).add(name);
  const linked: (GroupRef & { externalId: string })[] = [];
  const linkedIds = new Set<number>();
  const added: { externalId: string; name: string }[] = [];
  for (const { externalId, name } of valid.filter((entry) => !storedOf.has(entry.externalId))) {
    const holder = holders.get(name);
    const group = byId.get(holder ?? -1);
    if (holder === undefined) added.push({ externalId, name });
    else if (!group || group.externalId !== undefined || sharedNames.has(name))
      problems.push({ kind: 'group_name_taken', name });
    else if (group.managed_by !== null || group.isLinkedElsewhere) problems.push({ kind: 'managed_elsewhere', name });
    // the directory would decide who is an administrator
    else if (group.is_admin) problems.push({ kind: 'admin_group', name });
    // another person may have created the entry to decide who the members are
    else if (!linksGroupsByName) problems.push({ kind: 'group_name_taken', name });
    else {
      linked.push({ groupId: group.id, name, externalId });
      linkedIds.add(group.id);
      storedOf.set(externalId, group);
    }
    if (holder === undefined) holders.set(name, 0);
  }
  return {
    renamed: ordered.map(({ group, wanted: names }) => ({
      groupId: group.id,
      before: group.name,
      name: names[0] ?? '',
    })),
    linked,
    added,
    released: groups
      .filter((group) => isReleased(group) && !linkedIds.has(group.id))
      .map(({ id, name }) => ({ groupId: id, name })),
    problems,
    storedOf,
  };
}
