import type { UserInfo } from '@gatewarden/contract/users';

/** Who gets a token. */
export type Person = Pick<UserInfo, 'username' | 'first_name' | 'last_name' | 'email'>;
