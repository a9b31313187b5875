import type { Endpoint } from '@gatewarden/contract/endpoint';
import { type ErrorCode, errorStatus } from '@gatewarden/contract/errors';
import { scopeOf } from '@gatewarden/contract/scopes';
import { refusalOf } from '../admission.ts';

export interface PossibleError {
  readonly code: ErrorCode;
  readonly status: number;
}

/** What any request can be answered, whichever call it is for. */
export const errorsOfAnyCall = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'database_unavailable',
  'database_busy',
  'database_read_only',
  'database_full',
  'shutting_down',
] as const satisfies readonly ErrorCode[];

/** Everything that a call can be refused with: what follows from its declaration, what is particular to it, and what any can. */
export function possibleErrors(endpoint: Endpoint): PossibleError[] {
  const { errorStatus: own = {} } = endpoint;
  const codes = new Set<ErrorCode>([...declaredErrors(endpoint), ...(endpoint.errors ?? []), ...errorsOfAnyCall]);
  return [
    ...[...codes].map((code) => ({ code, status: own[code] ?? errorStatus[code] })),
    ...invalidInputStatuses(endpoint).map((status) => ({ code: 'invalid_input' as const, status })),
  ];
}

/** Interface reference §1: a body that breaks a rule is 422, a path or a query 400. */
function invalidInputStatuses({ params, query, body, errorStatus: own }: Endpoint): number[] {
  const statuses = [...(params || query ? [400] : []), ...(body ? [422] : [])];
  return own?.invalid_input === undefined ? statuses : statuses.length > 0 ? [own.invalid_input] : [];
}

function declaredErrors(endpoint: Endpoint): ErrorCode[] {
  return [...errorsOfRequest(endpoint), ...errorsOfRights(endpoint)];
}

function errorsOfRequest({ method, params, body }: Endpoint): ErrorCode[] {
  const isRead = method === 'GET';
  return [
    ...when(params !== undefined, 'route_not_found'),
    ...when(!isRead, 'origin_refused', 'user_agent_required', 'payload_too_large'),
    ...when(body !== undefined, 'malformed_json', 'unsupported_media_type'),
  ];
}

function errorsOfRights(endpoint: Endpoint): ErrorCode[] {
  const { method, access, requiresReauthentication, mayChangeAdminRights, enterprise } = endpoint;
  if (access === 'anonymous') return [];
  const mayNeedProof = requiresReauthentication || mayChangeAdminRights || endpoint.errors?.includes('proof_required');
  const isForPersons = refusalOf(endpoint, 'token') !== undefined;
  return [
    'unauthenticated',
    // a change is also refused when the caller stops being an administrator before it is committed
    ...when(access === 'admin' || method !== 'GET', 'access_denied'),
    ...when(access === 'self', 'privileged_access_required'),
    ...when(mayNeedProof === true, 'proof_required', 'session_required'),
    ...when(isForPersons, 'session_required'),
    ...when(!isForPersons && scopeOf(endpoint) !== undefined, 'scope_missing'),
    ...when(enterprise === true, 'enterprise_required'),
  ];
}

function when(holds: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return holds ? codes : [];
}
