import { EditGroup, type GroupInfo } from '@gatewarden/contract/groups';
import type { z } from 'zod';

/** Values of the group form. Members are usernames, sorted, so that their order is not a change. */
export const GroupFields = EditGroup.required();
export type GroupFields = z.input<typeof GroupFields> & z.output<typeof GroupFields>;

export const newGroup: GroupFields = { name: '', members: [], is_admin: false };

export function toForm({ name, members, is_admin }: GroupInfo): GroupFields {
  return { name, members: members.toSorted(), is_admin };
}

/** The name and the changed fields only, so that concurrent edits do not undo each other. */
export function toChanges({ name, members, is_admin }: GroupFields, group: GroupInfo) {
  const stored = toForm(group);
  const sameMembers = JSON.stringify(members) === JSON.stringify(stored.members);
  return { name, ...(!sameMembers && { members }), ...(is_admin !== stored.is_admin && { is_admin }) };
}
