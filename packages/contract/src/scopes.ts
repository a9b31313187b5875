/**
 * Groups of calls. API tokens can be restricted to areas.
 * - `basics`: the current user and general information about this instance; needs no scope.
 * - `sign-in`: signing in, and changes to the protection of an account; not available to tokens.
 */
export type Area =
  | 'basics'
  | 'sign-in'
  | 'users'
  | 'groups'
  | 'devices'
  | 'locations'
  | 'gateways'
  | 'access'
  | 'traffic'
  | 'activity-log'
  | 'applications'
  | 'settings';

/** Areas of the VPN module: their calls are refused with `module_disabled` while `wireguard_enabled` is off. */
export const vpnAreas: readonly Area[] = ['devices', 'locations', 'gateways', 'access', 'traffic'];

/** The scopes of a token. `read` and `write` apply to all areas; `write` includes `read`. */
export const scopes = [
  'read',
  'write',
  'users:read',
  'users:write',
  'groups:read',
  'groups:write',
  'devices:read',
  'devices:write',
  'locations:read',
  'locations:write',
  'gateways:read',
  'gateways:write',
  'access:read',
  'access:write',
  'traffic:read',
  'activity-log:read',
  'applications:read',
  'applications:write',
  'settings:read',
  'settings:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Areas that are useful for owners who are not administrators. */
export const nonAdminAreas: readonly Area[] = ['users', 'devices', 'activity-log'];

interface Call {
  readonly method: string;
  readonly area: Area;
  readonly revealsSecret?: true;
}

/** The narrowest scope that allows the call; undefined if no scope allows it or none is needed. */
export function scopeOf({ method, area, revealsSecret }: Call): string | undefined {
  if (area === 'basics' || area === 'sign-in') return undefined;
  return `${area}:${method === 'GET' && !revealsSecret ? 'read' : 'write'}`;
}

/** The scope that the call needs and `granted` does not contain; undefined if the granted scopes are sufficient. */
export function missingScope(granted: readonly string[], call: Call): string | undefined {
  const needed = scopeOf(call);
  if (needed === undefined) return undefined;
  const [area, right] = needed.split(':');
  const sufficient = right === 'read' ? ['read', 'write', needed, `${area}:write`] : ['write', needed];
  return sufficient.some((scope) => granted.includes(scope)) ? undefined : needed;
}
