import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CoreAddress } from './join-token.ts';
import { Id, NaiveTimestamp, PathId } from './primitives.ts';

/**
 * One gateway. Beyond the documented fields: which version of the location's state it runs (`held_version`), which one
 * it should run (`wanted_version`), when it last acknowledged one and how long that took, and what it could not apply.
 */
export const GatewayStatus = z.object({
  uid: z.uuid(),
  connected: z.boolean(),
  network_id: Id,
  network_name: z.string(),
  name: z.string().nullable(),
  hostname: z.string(),
  connected_at: NaiveTimestamp.nullable(),
  disconnected_at: NaiveTimestamp.nullable(),
  version: z.string(),
  backend: z.enum(['kernel', 'userspace']).nullable(),
  held_version: z.int(),
  wanted_version: z.int(),
  acknowledged_at: NaiveTimestamp.nullable(),
  /** Milliseconds until the version held was acknowledged: since its change, or since the gateway connected if later. */
  apply_milliseconds: z.int().nullable(),
  /** Why the wanted version could not be applied; the gateway retries. */
  last_error: z.string().nullable(),
  /** Whether the whole state that the location should have is in force, as far as core knows. */
  current: z.boolean(),
  /** What of the version held is not in force, each in one sentence. Every removal is in force. */
  problems: z.array(z.string()),
  /** When the gateway last reported, from its interface, exactly what it should have. */
  verified_at: NaiveTimestamp.nullable(),
  /** Since when its interface differs from the version held; core repairs that, and tries again every minute. */
  drift_since: NaiveTimestamp.nullable(),
  /** What this release expects of an agent and this one cannot do: it should be updated. */
  missing_capabilities: z.array(z.string()),
  revoked: z.boolean(),
});
export type GatewayStatus = z.infer<typeof GatewayStatus>;

/**
 * A refused attempt to join or connect: a wrong or rotated token, the credential of a gateway that was revoked, or
 * one that nobody knows. With `authority_refused` it was the other side that hung up: it did not accept core's
 * certificate, so it belongs to another instance, or something on the way intercepts TLS.
 */
export const GatewayRefusal = z.object({
  at: NaiveTimestamp,
  ip: z.string(),
  hostname: z.string().nullable(),
  reason: z.enum(['join_token_invalid', 'credential_unknown', 'credential_revoked', 'authority_refused']),
  gateway: z.string().nullable(),
});
export type GatewayRefusal = z.infer<typeof GatewayRefusal>;

const LocationParam = z.object({ id: PathId });
const GatewayParam = LocationParam.extend({ gatewayId: z.string().max(64) });

/**
 * `address` replaces the address at which gateways reach core (`GATEWARDEN_GRPC_URL`) in this token: a core that was not
 * told its own knows itself as localhost, which leads a gateway on another machine to itself. `loopback` says that the
 * token is of use on core's own machine alone.
 */
const TokenQuery = z.object({ address: CoreAddress.optional() });
const JoinTokenAnswer = z.object({ token: z.string(), grpc_url: z.string(), loopback: z.boolean() });

export const getGatewayToken = endpoint({
  method: 'GET',
  path: '/network/:id/token',
  access: 'admin',
  area: 'gateways',
  revealsSecret: true,
  summary: 'Show the token with which gateways join a location',
  params: LocationParam,
  query: TokenQuery,
  response: JoinTokenAnswer,
  errors: ['location_not_found'],
});

/** Gateways that have joined stay connected; the old token opens nothing any more. */
export const rotateGatewayToken = endpoint({
  method: 'POST',
  path: '/network/:id/token/rotate',
  access: 'admin',
  area: 'gateways',
  summary: 'Replace the token with which gateways join a location',
  params: LocationParam,
  query: TokenQuery,
  response: JoinTokenAnswer,
  errors: ['location_not_found'],
});

export const listAllGateways = endpoint({
  method: 'GET',
  path: '/network/gateways',
  access: 'admin',
  area: 'gateways',
  summary: 'List all gateways by location id',
  response: z.record(z.string(), z.array(GatewayStatus)),
});

export const listGateways = endpoint({
  method: 'GET',
  path: '/network/:id/gateways',
  access: 'admin',
  area: 'gateways',
  summary: 'List the gateways of a location',
  params: LocationParam,
  response: z.array(GatewayStatus),
});

export const listGatewayRefusals = endpoint({
  method: 'GET',
  path: '/network/:id/gateways/refused',
  access: 'admin',
  area: 'gateways',
  summary: 'List refused attempts to act as a gateway of a location, newest first, those of no known location included',
  params: LocationParam,
  response: z.array(GatewayRefusal),
  errors: ['location_not_found'],
});

/** Its credential opens nothing any more and its stream ends at once; it stays listed until it is deleted. */
export const revokeGateway = endpoint({
  method: 'POST',
  path: '/network/:id/gateways/:gatewayId/revoke',
  access: 'admin',
  area: 'gateways',
  summary: 'Take a gateway out of service',
  params: GatewayParam,
  response: z.null(),
  errors: ['gateway_not_found'],
});

export const deleteGateway = endpoint({
  method: 'DELETE',
  path: '/network/:id/gateways/:gatewayId',
  access: 'admin',
  area: 'gateways',
  summary: 'Remove a disconnected gateway from the list; its credential ends',
  params: GatewayParam,
  response: z.null(),
  errors: ['gateway_not_found', 'gateway_connected'],
});
