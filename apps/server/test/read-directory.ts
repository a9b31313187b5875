import type { Directory, DirectoryGroup, DirectoryUser } from '../src/ports/directory.ts';

/** Everything in the directory, which is closed then. */
export async function readDirectory(directory: Directory) {
  const { signal } = new AbortController();
  const [users, groups]: [DirectoryUser[], DirectoryGroup[]] = [[], []];
  try {
    for await (const page of directory.readUsers(signal)) users.push(...page);
    for await (const page of directory.readGroups(signal)) groups.push(...page);
  } finally {
    await directory.close();
  }
  return { users, groups };
}
