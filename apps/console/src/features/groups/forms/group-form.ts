import { EditGroup, type GroupInfo } from '@gatewarden/contract/groups';
import type { z } from 'zod';

/** A group as the form holds it; members are user names, sorted as texts so that order is no change. */
export const GroupFields = EditGroup.required();
export type GroupFields = z.input<typeof GroupFields> & z.output<typeof GroupFields>;

export const newGroup: GroupFields = { name: '', members: [], is_admin: false };

export function toForm({ name, members, is_admin }: GroupInfo): GroupFields {
  return { name, members: members.toSorted(), is_admin };
}

/** The name always goes along; the rest only when it was changed, so that two who edit at once do not undo each other. */
export function toChanges({ name, members, is_admin }: GroupFields, group: GroupInfo) {
  const stored = toForm(group);
  const sameMembers = JSON.stringify(members) === JSON.stringify(stored.members);
  return { name, ...(!sameMembers && { members }), ...(is_admin !== stored.is_admin && { is_admin }) };
}
