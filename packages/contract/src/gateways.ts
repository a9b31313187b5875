import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CoreAddress } from './join-token.ts';
import { Id, NaiveTimestamp, PathId } from './primitives.ts';

/**
 * One gateway. In addition to the documented fields: the version of the location's state that it has applied
 * (`held_version`) and that it should have (`wanted_version`), when it last acknowledged a version and how long that
 * took, and what it could not apply.
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
  /**
   * Milliseconds until the current version was acknowledged, since the change or, if later, since the gateway
   * connected.
   */
  apply_milliseconds: z.int().nullable(),
  /** Why `wanted_version` could not be applied; the gateway retries. */
  last_error: z.string().nullable(),
  /** Whether the state of the location is applied completely, as far as core knows. */
  current: z.boolean(),
  /** What of `held_version` could not be applied, each in one sentence. All removals are applied. */
  problems: z.array(z.string()),
  /** When the content of the gateway's interface last matched the expected state. */
  verified_at: NaiveTimestamp.nullable(),
  /** Since when its interface differs from `held_version`; core repairs it, with a retry every minute. */
  drift_since: NaiveTimestamp.nullable(),
  /** Capabilities that this release expects and the agent lacks: it should be updated. */
  missing_capabilities: z.array(z.string()),
  /**
   * Address families of the location whose packets its machine does not forward, so that devices reach only the gateway
   * itself; empty: it forwards all. Null if the agent does not report it.
   */
  forwarding_off: z.array(z.enum(['ipv4', 'ipv6'])).nullable(),
  revoked: z.boolean(),
});
export type GatewayStatus = z.infer<typeof GatewayStatus>;

/**
 * A refused attempt to join or connect: a wrong or rotated token, or a revoked or unknown credential. With
 * `authority_refused` the client closed the connection, because it did not accept core's certificate: it belongs to
 * another instance, or the connection is intercepted.
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
 * `address` replaces the address at which gateways reach core (`GATEWARDEN_GRPC_URL`) in this token: if it is not
 * configured, the address is localhost, which is wrong for a gateway on another machine. `loopback`: the token works
 * only on core's machine.
 */
const TokenQuery = z.object({ address: CoreAddress.optional() });

/**
 * The Debian package of the gateway that this core serves as `/install/<file>`, with the SHA-256 in lower-case hex of
 * the package, of the installer `/install/gateway.sh` and of `/install/gateway.Containerfile`.
 */
export const OfferedPackage = z.object({
  version: z.string(),
  file: z.string(),
  sha256: z.string(),
  installer_sha256: z.string(),
  containerfile_sha256: z.string(),
});
export type OfferedPackage = z.infer<typeof OfferedPackage>;

/** `package` is null if this core was not installed with one. */
const JoinTokenAnswer = z.object({
  token: z.string(),
  grpc_url: z.string(),
  loopback: z.boolean(),
  package: OfferedPackage.nullable(),
});

/** A gateway that joins gets the private key of the location, also after the session that read the token. */
export const getGatewayToken = endpoint({
  method: 'GET',
  path: '/network/:id/token',
  access: 'admin',
  area: 'gateways',
  revealsSecret: true,
  writes: true,
  summary: 'Show the token with which gateways join a location',
  params: LocationParam,
  query: TokenQuery,
  response: JoinTokenAnswer,
  errors: ['location_not_found', 'proof_required'],
});

/** Joined gateways stay connected; the old token stops working. */
export const rotateGatewayToken = endpoint({
  method: 'POST',
  path: '/network/:id/token/rotate',
  access: 'admin',
  area: 'gateways',
  summary: 'Replace the token with which gateways join a location',
  params: LocationParam,
  query: TokenQuery,
  response: JoinTokenAnswer,
  errors: ['location_not_found', 'proof_required'],
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
  summary: 'List refused attempts to connect as a gateway of a location or of an unknown one, newest first',
  params: LocationParam,
  response: z.array(GatewayRefusal),
  errors: ['location_not_found'],
});

/** Its credential stops working and its stream ends immediately; it stays listed until it is deleted. */
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
  summary: 'Remove a disconnected gateway from the list and revoke its credential',
  params: GatewayParam,
  response: z.null(),
  errors: ['gateway_not_found', 'gateway_connected'],
});
