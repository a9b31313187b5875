import type { LocationInfo } from '@gatewarden/contract/locations';

type Enforcement = Pick<LocationInfo, 'acl_enabled' | 'acl_default_allow'>;

/** `allow` and `deny`: another default for destinations that no rule names. */
export type EnforcementChange = 'start' | 'stop' | 'allow' | 'deny';

/** How a location enforces access rules differently; undefined if nothing changes for devices. */
export function enforcementChange(before: Enforcement, after: Enforcement): EnforcementChange | undefined {
  if (before.acl_enabled !== after.acl_enabled) return after.acl_enabled ? 'start' : 'stop';
  if (!after.acl_enabled || before.acl_default_allow === after.acl_default_allow) return undefined;
  return after.acl_default_allow ? 'allow' : 'deny';
}
