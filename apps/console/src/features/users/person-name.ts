import type { UserInfo } from '@gatewarden/contract/users';

/** How a person is called: first and last name, else the user name. */
export function personName(user: Pick<UserInfo, 'first_name' | 'last_name' | 'username'>): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username;
}
