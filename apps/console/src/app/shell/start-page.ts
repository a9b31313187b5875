import type { UserInfo } from '@gatewarden/contract/users';

/** First page after sign-in: the profile for users, the home page for administrators. */
export function startPage(me: UserInfo) {
  return me.is_admin ? ('/home' as const) : ('/me' as const);
}
