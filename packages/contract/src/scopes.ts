/**
 * What a call is about. API tokens can be bound to areas.
 * - `basics`: who one is and what this instance is; no token needs a scope for it.
 * - `sign-in`: what a person does to get in, or to change what protects an account; no token opens it.
 */
export type Area =
  | 'basics'
  | 'sign-in'
  | 'users'
  | 'groups'
  | 'devices'
  | 'locations'
  | 'gateways'
  | 'traffic'
  | 'activity-log'
  | 'settings';

/** What a token may be allowed. `read` and `write` are for all areas; whoever may write may also read. */
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
  'traffic:read',
  'activity-log:read',
  'settings:read',
  'settings:write',
] as const;
export type Scope = (typeof scopes)[number];

/** What an owner who is no administrator can do anything with. */
export const nonAdminAreas: readonly Area[] = ['users', 'devices', 'activity-log'];

interface Call {
  readonly method: string;
  readonly area: Area;
  readonly revealsSecret?: true;
}

/** The narrowest scope that opens the call; undefined where none does or none is needed. */
export function scopeOf({ method, area, revealsSecret }: Call): string | undefined {
  if (area === 'basics' || area === 'sign-in') return undefined;
  return `${area}:${method === 'GET' && !revealsSecret ? 'read' : 'write'}`;
}

/** The scope that would open the call and that is not among those held; undefined when they open it. */
export function missingScope(granted: readonly string[], call: Call): string | undefined {
  const needed = scopeOf(call);
  if (needed === undefined) return undefined;
  const [area, right] = needed.split(':');
  const sufficient = right === 'read' ? ['read', 'write', needed, `${area}:write`] : ['write', needed];
  return sufficient.some((scope) => granted.includes(scope)) ? undefined : needed;
}
