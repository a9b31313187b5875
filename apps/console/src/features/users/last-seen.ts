import type { ListedUser } from '@gatewarden/contract/users';
import { instantOf } from '../../lib/format/instant.ts';

export interface LastSeen {
  readonly at: string;
  readonly by: 'sign_in' | 'vpn';
}

/** As core counts: a connected device has a handshake every few minutes. */
const connectedMilliseconds = 8 * 60_000;

/** Whether a device of the user is connected now; core reports it up to a minute late. */
export function isConnected({ last_connected_at: at }: Pick<ListedUser, 'last_connected_at'>, now: Date): boolean {
  return at !== null && instantOf(at).getTime() >= now.getTime() - connectedMilliseconds;
}

/** The last sign-in or the last VPN connection, whichever was later; undefined: neither happened. */
export function lastSeenOf({ last_sign_in_at, last_connected_at }: ListedUser): LastSeen | undefined {
  // both are of the same form, so they compare as texts
  if (last_connected_at !== null && last_connected_at >= (last_sign_in_at ?? '')) {
    return { at: last_connected_at, by: 'vpn' };
  }
  return last_sign_in_at === null ? undefined : { at: last_sign_in_at, by: 'sign_in' };
}
