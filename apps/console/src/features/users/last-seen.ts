import type { ListedUser } from '@gatewarden/contract/users';

export interface LastSeen {
  readonly at: string;
  readonly by: 'sign_in' | 'vpn';
}

/** The last sign-in or the last VPN connection, whichever was later; undefined: neither happened. */
export function lastSeenOf({ last_sign_in_at, last_connected_at }: ListedUser): LastSeen | undefined {
  // both are of the same form, so they compare as texts
  if (last_connected_at !== null && last_connected_at >= (last_sign_in_at ?? '')) {
    return { at: last_connected_at, by: 'vpn' };
  }
  return last_sign_in_at === null ? undefined : { at: last_sign_in_at, by: 'sign_in' };
}
