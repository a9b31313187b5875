import type { Access, Endpoint } from '@gatewarden/contract/endpoint';

const kibibyte = 1024;
/** Before sign-in, and on unknown paths: sufficient for sign-in, its second step and the setup. */
export const unauthenticatedBodyBytes = 16 * kibibyte;

// Interface reference §1: bodies up to 2 MB. Users send at most a key or a few names, so this applies to
// administrators.
const bodyBytes = {
  anonymous: unauthenticatedBodyBytes,
  pending: unauthenticatedBodyBytes,
  user: 64 * kibibyte,
  self: 64 * kibibyte,
  admin: 2 * kibibyte * kibibyte,
} as const satisfies Record<Access, number>;

/** Maximum body size in bytes. Before the sign-in is checked, a larger body is refused before it is read. */
export function bodyLimitOf({ access, maxBodyBytes }: Pick<Endpoint, 'access' | 'maxBodyBytes'>): number {
  return maxBodyBytes ?? bodyBytes[access];
}
