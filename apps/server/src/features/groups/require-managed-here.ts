import type { Tx } from '../../platform/database/database.ts';
import { type Author, requireManagedHere } from '../users/index.ts';
import { findManaged } from './groups.queries.ts';
import { findUserWithManagedGroups } from './members.queries.ts';

/** Name and members of a managed group come from the system that manages it. @throws managed_elsewhere */
export async function requireGroupsManagedHere(tx: Tx, author: Author, groupIds: readonly number[]): Promise<void> {
  const managed = await findManaged(tx, groupIds);
  if (managed) requireManagedHere(author, managed, { group: managed.name });
}

/** The groups of a managed user may come from the system that manages the user. @throws managed_elsewhere */
export async function requireUsersManagedHere(tx: Tx, author: Author, userIds: readonly number[]): Promise<void> {
  const managed = await findUserWithManagedGroups(tx, userIds);
  if (managed) requireManagedHere(author, managed, { username: managed.username });
}
