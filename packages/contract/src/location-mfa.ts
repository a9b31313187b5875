import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, PathId } from './primitives.ts';

/**
 * With what the user proved a second factor: a code of an app or by mail, the unlocked device itself, another unlocked
 * device of the user, a sign-in at an OpenID provider, or a security key or passkey.
 */
export const ConnectMethod = z.enum(['totp', 'email', 'biometric', 'mobile_approve', 'external', 'security_key']);

const LocationSession = z.object({
  device_id: Id,
  device: z.string(),
  /** Owner. */
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  method: ConnectMethod,
  authorized_at: NaiveTimestamp,
  /** The latest end; without handshakes it ends earlier. */
  expires_at: NaiveTimestamp,
  /** Whether the device has had a handshake within the time after which a session without handshakes ends. */
  is_connected: z.boolean(),
});
export type LocationSession = z.infer<typeof LocationSession>;

export const listLocationSessions = endpoint({
  method: 'GET',
  path: '/network/:id/sessions',
  access: 'admin',
  area: 'locations',
  summary: 'List the devices that may connect to a location after a second factor, newest session first',
  params: z.object({ id: PathId }),
  response: z.array(LocationSession),
  errors: ['location_not_found'],
});

export const endLocationSession = endpoint({
  method: 'DELETE',
  path: '/network/:id/sessions/:deviceId',
  access: 'user',
  area: 'locations',
  endsAccess: true,
  summary: 'Disconnect a device from a location; administrators, or the owner of the device',
  params: z.object({ id: PathId, deviceId: PathId }),
  response: Empty,
  errors: ['location_session_not_found'],
});

/** How many names `previewLocationMfa` lists. */
export const maxNamesWithoutFactor = 10;

export const previewLocationMfa = endpoint({
  method: 'GET',
  path: '/network/:id/mfa/preview',
  access: 'admin',
  area: 'locations',
  summary: 'Count the people who could not connect to the location if it required a second factor',
  params: z.object({ id: PathId }),
  response: z.object({
    /** Active people who may use the location. */
    people: z.int(),
    /** Those of them with neither an authenticator app, nor codes by email, nor a phone with biometrics, nor a security key. */
    without_factor: z.int(),
    /** User names of the first of these. */
    names: z.array(z.string()).max(maxNamesWithoutFactor),
    /** Of all, those who are not linked to an account at an OpenID provider, and are not linked at their first sign-in. */
    without_provider: z.int(),
    names_without_provider: z.array(z.string()).max(maxNamesWithoutFactor),
    /** Whether people can sign in at a provider. */
    has_provider: z.boolean(),
    /** Network devices of the location, which cannot prove anything. */
    network_devices: z.int(),
  }),
  errors: ['location_not_found'],
});
