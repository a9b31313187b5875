import type { ScimRequest, ScimStatus, ScimToken } from '@gatewarden/contract/scim';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { RemovalStatus } from './removals/removal-limit.ts';
import type { ScimRequestRow } from './requests/requests.queries.ts';
import type { ScimTokenRow } from './tokens/tokens.queries.ts';

const toNaiveOrNull = (at: Date | null) => at && toNaive(at);

/** `now`: instants that have passed are left out where they have no effect. */
export function presentScimToken(row: ScimTokenRow & { readonly issuer: string | null }, now: Date): ScimToken {
  const { previous_expires_at: previous } = row;
  return {
    id: row.id,
    name: row.name,
    created_at: toNaive(row.created_at),
    rotated_at: toNaiveOrNull(row.rotated_at),
    previous_expires_at: toNaiveOrNull(previous && previous > now ? previous : null),
    expires_at: toNaiveOrNull(row.expires_at),
    last_used_at: toNaiveOrNull(row.last_used_at),
    issued_by: row.issuer,
  };
}

export function presentRemovals(
  { lastHour, limit, stopped_at, refused, lifted_until }: RemovalStatus,
  now: Date,
): ScimStatus['removals'] {
  return {
    ...{ last_hour: lastHour, limit, refused },
    stopped_at: toNaiveOrNull(stopped_at),
    lifted_until: toNaiveOrNull(lifted_until && lifted_until > now ? lifted_until : null),
  };
}

export function presentScimRequest({ at, ...request }: ScimRequestRow): ScimRequest {
  return { ...request, at: toNaive(at) };
}
