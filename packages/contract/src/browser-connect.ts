import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { CallbackBody, callbackRules } from './identity-providers.ts';
import { ConnectMethod } from './location-mfa.ts';
import { Id, NaiveTimestamp, PathId } from './primitives.ts';
import { Assertion } from './security-keys.ts';

/** As typed or pasted. */
const TypedCode = z.string().min(1).max(64);

/**
 * What the owner of a device proves in the console at that moment: a code of the app, a mailed code, or a security key or
 * passkey that answers `startSecurityKeySignIn`. Recovery codes prove nothing here.
 */
export const ConnectProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('totp'), code: TypedCode }),
  z.object({ method: z.literal('email'), code: TypedCode }),
  z.object({ method: z.literal('security_key'), response: Assertion }),
]);
export type ConnectProof = z.infer<typeof ConnectProof>;

const proofErrors = ['connect_refused', 'code_wrong', 'connect_codes_locked', 'security_key_refused'] as const;

export const OwnConnection = z.object({
  device_id: Id,
  device: z.string(),
  location_id: Id,
  location: z.string(),
  mfa_mode: z.enum(['internal', 'external']),
  /** With `external`: where the user would sign in; null if no provider is enabled. */
  provider: z.string().nullable(),
  /** A session without a connection ends after this time. */
  inactivity_seconds: z.int(),
  /** The device has a client that connected with two-factor authentication and needs the preshared key of its sessions. */
  uses_client: z.boolean(),
  /** The device has never connected to the location, and no client asks for its configuration: it may have none for it. */
  may_lack_configuration: z.boolean(),
  /** Null: the device cannot connect now. */
  session: z
    .object({
      method: ConnectMethod,
      /** The latest end. */
      expires_at: NaiveTimestamp,
      has_preshared_key: z.boolean(),
      /** Whether a gateway had a handshake recently. */
      is_connected: z.boolean(),
    })
    .nullable(),
});
export type OwnConnection = z.infer<typeof OwnConnection>;

/** Ours, as all calls of this file. */
export const listOwnConnections = endpoint({
  method: 'GET',
  path: '/connect',
  access: 'user',
  area: 'devices',
  summary: 'List your devices in the locations that require two-factor authentication, with their sessions',
  response: z.array(OwnConnection),
});

/** Only the owner of the device, with a proof at that moment. */
export const authorizeDevice = endpoint({
  method: 'POST',
  path: '/network/:id/sessions/:deviceId',
  access: 'user',
  area: 'sign-in',
  summary: 'Allow your own device without a client to connect to a location for a session without a preshared key',
  params: z.object({ id: PathId, deviceId: PathId }),
  body: z.object({
    proof: ConnectProof,
    /** Required for a device with a client, which cannot use the session. */
    without_client: z.boolean().default(false),
  }),
  response: z.object({ expires_at: NaiveTimestamp }),
  errors: [
    'device_not_found',
    'connect_location_unprotected',
    'connect_method_unavailable',
    'connect_client_used',
    ...proofErrors,
  ],
});

/** Only the owner of the device. The browser continues at the provider, which leads back to the console. */
export const startExternalAuthorization = endpoint({
  method: 'POST',
  path: '/network/:id/sessions/:deviceId/openid',
  access: 'user',
  area: 'sign-in',
  summary: 'Show where to sign in at an OpenID provider to allow your own device without a client to connect',
  params: z.object({ id: PathId, deviceId: PathId }),
  /** As for `authorizeDevice`. */
  body: z.object({ without_client: z.boolean().default(false) }),
  response: z.object({ url: z.string() }),
  errors: [
    'device_not_found',
    'connect_location_unprotected',
    'connect_method_unavailable',
    'connect_client_used',
    'connect_refused',
    'openid_provider_not_found',
    'openid_provider_unreachable',
    'openid_answer_invalid',
  ],
});

/** With the answer of the provider, in the browser that began it. Again returns the same session. */
export const finishExternalAuthorization = endpoint({
  method: 'POST',
  path: '/connect/openid',
  access: 'user',
  area: 'sign-in',
  summary: 'Allow your own device without a client to connect, with the answer of an OpenID provider',
  body: CallbackBody,
  response: z.object({ device_id: Id, location_id: Id, expires_at: NaiveTimestamp }),
  errors: [
    ...callbackRules,
    'connect_account_mismatch',
    'connect_refused',
    'connect_client_used',
    'openid_sign_in_stale',
    'openid_account_exists',
    'openid_account_disabled',
  ],
});

/** The id that a client received when it began an attempt with the method 100. */
const Request = z.string().min(1).max(128);

/** Another user than the owner of the device ends the attempt. */
export const openConnectRequest = endpoint({
  method: 'POST',
  path: '/connect/request',
  access: 'user',
  area: 'sign-in',
  summary: 'Show which device asks to connect to which location, before its owner confirms it',
  body: z.object({ request: Request }),
  response: z.object({
    device: z.string(),
    location: z.string(),
    /** Address of the client; null if it is not known. */
    ip: z.string().nullable(),
    /** User-Agent of the client. */
    agent: z.string().nullable(),
    expires_at: NaiveTimestamp,
  }),
  errors: ['connect_request_missing', 'connect_refused'],
});

export const approveConnectRequest = endpoint({
  method: 'POST',
  path: '/connect/request/approve',
  access: 'user',
  area: 'sign-in',
  summary: 'Confirm that your own device may connect; its client receives the preshared key of the session',
  body: z.object({ request: Request, proof: ConnectProof }),
  response: Empty,
  errors: ['connect_request_missing', ...proofErrors],
});

export const refuseConnectRequest = endpoint({
  method: 'POST',
  path: '/connect/request/refuse',
  access: 'user',
  area: 'sign-in',
  endsAccess: true,
  summary: 'End an attempt of a client to connect',
  body: z.object({ request: Request }),
  response: Empty,
  errors: ['connect_request_missing', 'connect_refused'],
});
