import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';

/** Where somebody begins: people at their own devices, administrators at what they watch over. */
export function startPage(me: UserInfo, essentials: SettingsEssentials) {
  if (!me.is_admin) return '/me' as const;
  return essentials.wireguard_enabled ? ('/overview' as const) : ('/users' as const);
}
