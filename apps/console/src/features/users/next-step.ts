import type { UserDevice, UserInfo } from '@gatewarden/contract/users';

/** What an administrator should do next for a user; undefined: nothing. */
export type UserStep = 'enable' | 'password' | 'device';

interface Facts {
  readonly user: UserInfo;
  readonly devices: readonly UserDevice[];
  /** Whether users have devices on this instance. */
  readonly hasVpn: boolean;
}

export function nextStepOf({ user, devices, hasVpn }: Facts): UserStep | undefined {
  if (!user.is_active) return user.managed_fields.includes('is_active') ? undefined : 'enable';
  if (!user.enrolled) return 'password';
  return hasVpn && devices.length === 0 ? 'device' : undefined;
}
