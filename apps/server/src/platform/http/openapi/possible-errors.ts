import type { Endpoint } from '@gatewarden/contract/endpoint';
import { type ErrorCode, errorStatus } from '@gatewarden/contract/errors';
import { neededLicense } from '@gatewarden/contract/licensed-features';
import { scopeOf, vpnAreas } from '@gatewarden/contract/scopes';
import { isWrite, refusalOf } from '../admission.ts';

export interface PossibleError {
  readonly code: ErrorCode;
  readonly status: number;
}

/** Errors that every call may answer with. */
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
  'instance_key_replaced',
  'shutting_down',
] as const satisfies readonly ErrorCode[];

/** All errors of a call: those that follow from its declaration, those specific to it, and those of every call. */
export function possibleErrors(endpoint: Endpoint): PossibleError[] {
  const { errorStatus: overrides = {} } = endpoint;
  const codes = new Set<ErrorCode>([...declaredErrors(endpoint), ...(endpoint.errors ?? []), ...errorsOfAnyCall]);
  return [
    ...[...codes].map((code) => ({ code, status: overrides[code] ?? errorStatus[code] })),
    ...invalidInputStatuses(endpoint).map((status) => ({ code: 'invalid_input' as const, status })),
  ];
}

/** Interface reference §1: an invalid body is 422, an invalid path or query 400. */
function invalidInputStatuses({ params, query, body, errorStatus: overrides }: Endpoint): number[] {
  const statuses = [...(params || query ? [400] : []), ...(body ? [422] : [])];
  return overrides?.invalid_input === undefined ? statuses : statuses.length > 0 ? [overrides.invalid_input] : [];
}

function declaredErrors(endpoint: Endpoint): ErrorCode[] {
  return [...errorsOfRequest(endpoint), ...errorsOfRights(endpoint)];
}

function errorsOfRequest(endpoint: Endpoint): ErrorCode[] {
  const { method, params, body } = endpoint;
  return [
    ...when(params !== undefined, 'route_not_found'),
    ...when(isWrite(endpoint), 'origin_refused', 'user_agent_required'),
    ...when(method !== 'GET', 'payload_too_large'),
    ...when(body !== undefined, 'malformed_json', 'unsupported_media_type'),
  ];
}

function errorsOfRights(endpoint: Endpoint): ErrorCode[] {
  const { access, area, requiresReauthentication, mayChangeAdminRights } = endpoint;
  if (access === 'anonymous') return [];
  const mayNeedProof = requiresReauthentication || mayChangeAdminRights || endpoint.errors?.includes('proof_required');
  const isSessionOnly = refusalOf(endpoint, 'token') !== undefined;
  return [
    'unauthenticated',
    // a change is also rejected if the caller loses administrator rights before the commit
    ...when(access === 'admin' || isWrite(endpoint), 'access_denied'),
    ...when(access === 'self', 'privileged_access_required'),
    ...when(mayNeedProof === true, 'proof_required', 'session_required'),
    ...when(isSessionOnly, 'session_required'),
    ...when(!isSessionOnly && scopeOf(endpoint) !== undefined, 'scope_missing'),
    ...when(neededLicense(endpoint) !== undefined, 'enterprise_required'),
    ...when(vpnAreas.includes(area), 'module_disabled'),
  ];
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}
