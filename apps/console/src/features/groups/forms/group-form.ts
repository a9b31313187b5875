import type { GroupInfo } from '@gatewarden/contract/groups';
import type { GroupFields } from './group-form.schema.ts';

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
