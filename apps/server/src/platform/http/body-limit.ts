import type { Access, Endpoint } from '@gatewarden/contract/endpoint';

const kibibyte = 1024;
/** Before sign-in, and on paths that no call has: sign-in, its second step and the set-up fit in, a flood does not. */
export const unauthenticatedBodyBytes = 16 * kibibyte;

// Interface reference §1: bodies up to 2 MB. Users send at most a key or a few names, so that is for administrators.
const bodyBytes = {
  anonymous: unauthenticatedBodyBytes,
  pending: unauthenticatedBodyBytes,
  user: 64 * kibibyte,
  self: 64 * kibibyte,
  admin: 2 * kibibyte * kibibyte,
} as const satisfies Record<Access, number>;

/** Bytes of the longest body that the call reads. What comes before the sign-in is checked is refused before it is read. */
export function bodyLimitOf({ access, maxBodyBytes }: Pick<Endpoint, 'access' | 'maxBodyBytes'>): number {
  return maxBodyBytes ?? bodyBytes[access];
}
