import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';

/** First page after sign-in: the profile for users, the overview for administrators. */
export function startPage(me: UserInfo, essentials: SettingsEssentials) {
  if (!me.is_admin) return '/me' as const;
  return essentials.wireguard_enabled ? ('/overview' as const) : ('/users' as const);
}
