import type { DirectorySnapshot, StoredGroup, StoredState, SyncProblem, SyncRules } from './sync-state.ts';

/** What is synchronized of a snapshot. */
export interface Scope extends DirectorySnapshot {
  readonly problems: readonly SyncProblem[];
}

/**
 * The people in one of the groups, and these groups; everything without names of groups. Names are compared exactly. A
 * name that no group has selects nothing, so that a renamed group looks like one without members. If several groups have
 * a name, it selects the one that is linked; if none is, it selects nothing and is a problem.
 */
export function restrictToGroups(
  snapshot: DirectorySnapshot,
  stored: StoredState,
  { target, groupNames }: Pick<SyncRules, 'target' | 'groupNames'>,
): Scope {
  if (groupNames.length === 0) return { ...snapshot, problems: [] };
  const linkedNames = target === 'users' ? new Map<string, string>() : namesOfLinked(stored.groups);
  const named = Map.groupBy(snapshot.groups, ({ name }) => name);
  const problems: SyncProblem[] = [];
  const selected = new Set<string>();
  for (const name of new Set(groupNames.toSorted())) {
    const ids = new Set(named.get(name)?.map(({ externalId }) => externalId));
    const id = selectGroup(name, ids, linkedNames);
    if (id !== undefined) selected.add(id);
    else if (ids.size > 0) problems.push({ kind: 'group_name_ambiguous', name });
  }
  const groups = snapshot.groups.filter(({ externalId }) => selected.has(externalId));
  const members = new Set<string>();
  for (const { memberIds } of groups) for (const id of memberIds) members.add(id);
  return { users: snapshot.users.filter(({ externalId }) => members.has(externalId)), groups, problems };
}

/** The group that the name refers to; undefined if there is none, or several of which none is known by its external id. */
function selectGroup(
  name: string,
  ids: ReadonlySet<string>,
  linkedNames: ReadonlyMap<string, string>,
): string | undefined {
  const linked = [...ids].filter((id) => linkedNames.has(id));
  // another linked group may have been renamed to the name
  if (linked.length > 1) return linked.find((id) => linkedNames.get(id) === name);
  const [id, ...others] = linked.length > 0 ? linked : ids;
  return others.length === 0 ? id : undefined;
}

/** The names here of the groups that are linked to the source, by external id. */
function namesOfLinked(groups: readonly StoredGroup[]): Map<string, string> {
  return new Map(groups.flatMap(({ externalId, name }) => (externalId === undefined ? [] : [[externalId, name]])));
}
