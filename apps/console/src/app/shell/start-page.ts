import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';

/** Where somebody begins: people at their own devices, administrators at what they watch over. */
export function startPage(me: UserInfo, _essentials: SettingsEssentials) {
  return me.is_admin ? ('/settings' as const) : ('/me' as const);
}
