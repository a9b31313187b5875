import type { DirectorySnapshot } from './sync-state.ts';

/**
 * The people in one of the groups, and these groups; everything without names of groups. Names are compared exactly. A
 * name that no group has selects nothing, so that a renamed group looks like one without members.
 */
export function restrictToGroups(snapshot: DirectorySnapshot, names: readonly string[]): DirectorySnapshot {
  if (names.length === 0) return snapshot;
  const wanted = new Set(names);
  const groups = snapshot.groups.filter(({ name }) => wanted.has(name));
  const members = new Set<string>();
  for (const { memberIds } of groups) for (const id of memberIds) members.add(id);
  return { users: snapshot.users.filter(({ externalId }) => members.has(externalId)), groups };
}
