import type { UserInfo } from '@gatewarden/contract/users';
import { personName } from '../../lib/format/person-name.ts';

/** Which part of the people a list shows; everybody when there is none. */
export const userKinds = ['admins', 'users'] as const;
export type UserKind = (typeof userKinds)[number];

export interface UserFilter {
  /** Words that all have to be in a person's names, user name or e-mail; case and accents do not matter. */
  search?: string | undefined;
  kind?: UserKind | undefined;
}

/** Those whom the filter lets through, in the order in which they came. */
export function filterUsers(users: readonly UserInfo[], { search = '', kind }: UserFilter): readonly UserInfo[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0 && kind === undefined) return users;
  return users.filter((user) => {
    if (kind !== undefined && user.is_admin !== (kind === 'admins')) return false;
    if (words.length === 0) return true;
    const text = plain(`${personName(user)} ${user.username} ${user.email}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
