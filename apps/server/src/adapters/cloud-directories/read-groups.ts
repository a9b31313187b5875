import type { CloudScope } from '../../ports/cloud-directory.ts';
import type { DirectoryGroup } from '../../ports/directory.ts';

interface Named {
  readonly externalId: string;
  readonly name: string;
}

/** The groups in scope with their members, each as soon as its members were read. */
export async function* readGroupsInScope(
  { groupNames, readsGroups }: CloudScope,
  listGroups: () => AsyncIterable<readonly Named[]>,
  readMembers: (externalId: string) => Promise<readonly string[]>,
): AsyncGenerator<readonly DirectoryGroup[]> {
  if (!readsGroups) return;
  const wanted = new Set(groupNames);
  for await (const page of listGroups()) {
    for (const { externalId, name } of page) {
      if (wanted.size > 0 && !wanted.has(name)) continue;
      yield [{ externalId, name, memberIds: await readMembers(externalId) }];
    }
  }
}
