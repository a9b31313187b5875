import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp } from './primitives.ts';
import { UsernameParam } from './users.ts';

/**
 * A gateway that had peers of the user. `confirmed`: it has removed them. `waiting`: the change was sent. `away`: it is
 * not connected, so the peers remain until it reconnects. `refused`: it could not apply the change.
 */
const StopGateway = z.object({
  network_id: Id,
  network_name: z.string(),
  uid: z.uuid(),
  /** Null for callers who are not administrators. */
  gateway: z.string().nullable(),
  state: z.enum(['confirmed', 'waiting', 'away', 'refused']),
  /** From the stop until the gateway confirmed it. */
  milliseconds: z.int().nullable(),
});
export type StopGateway = z.infer<typeof StopGateway>;

const ended = z.int().min(0);

/** What the stop ended. */
export const StopReport = z.object({
  sessions: ended,
  tokens: ended,
  /** Devices that were switched off: those of the user, and network devices whose key the user set in the last 7 days. */
  devices: ended,
  /** SSH, GPG and security keys that were suspended. */
  keys: ended,
  /** Whether an authenticator app was deleted; it cannot be restored. */
  authenticator_removed: z.boolean(),
  /** Recovery codes that were deleted. */
  recovery_codes: ended,
  gateways: z.array(StopGateway),
});
export type StopReport = z.infer<typeof StopReport>;

const StopChoice = z.object({
  /** Also disables the account, so that the user cannot sign in again. Not allowed for the caller's account. */
  disable: z.boolean(),
  /** Delete API tokens; implied by `disable`. */
  tokens: z.boolean().default(true),
  /**
   * Switch off devices until each is switched on again; implied by `disable`. Network devices whose key the user set in the
   * last 7 days are suspended, regardless of their owner: only an administrator can switch them on.
   */
  devices: z.boolean().default(true),
});

/**
 * Requires no recent proof, so that it takes effect immediately. The caller's session remains, to show the
 * confirmations.
 */
export const stopUser = endpoint({
  method: 'POST',
  path: '/user/:username/stop',
  access: 'self',
  area: 'users',
  endsAccess: true,
  summary: "End a user's sessions, API tokens and tunnels immediately",
  params: UsernameParam,
  body: StopChoice,
  response: StopReport,
  errors: ['user_not_found', 'own_account', 'last_admin'],
});

/** What a stop would end now: the first three with any choice, the others only with `disable`. */
const StopPreview = z.object({
  sessions: ended,
  tokens: ended,
  /** With network devices whose key the user set in the last 7 days; these would be suspended with `devices` too. */
  devices: ended,
  /** Devices added, or given another key, in the last 7 days, network devices too; they would be suspended. */
  recent_devices: ended,
  /** SSH, GPG and security keys of the last 7 days; they would be suspended. */
  keys: ended,
  /** Whether an authenticator app of the last 7 days would be deleted. */
  authenticator: z.boolean(),
  /** Recovery codes of the last 7 days; they would be deleted. */
  recovery_codes: ended,
});
export type StopPreview = z.infer<typeof StopPreview>;

/** The caller's session is not counted. */
export const previewStop = endpoint({
  method: 'GET',
  path: '/user/:username/stop/preview',
  access: 'admin',
  area: 'users',
  summary: 'Show what an emergency stop of a user would end',
  params: UsernameParam,
  response: StopPreview,
  errors: ['user_not_found'],
});

/** The stop that disabled an account, from its entry in the activity log. */
const LastStop = StopReport.omit({ gateways: true }).extend({
  at: NaiveTimestamp,
  /** Null if the entry has no user. */
  by: z.string().nullable(),
});
export type LastStop = z.infer<typeof LastStop>;

/** Null unless the account is disabled and was not enabled after the stop. */
export const getLastStop = endpoint({
  method: 'GET',
  path: '/user/:username/stop/last',
  access: 'admin',
  area: 'users',
  summary: 'Show the emergency stop that disabled a user',
  params: UsernameParam,
  response: LastStop.nullable(),
  errors: ['user_not_found'],
});

/** Empty if no gateway was affected. */
export const listStopGateways = endpoint({
  method: 'GET',
  path: '/user/:username/stop',
  access: 'self',
  area: 'users',
  summary: 'Show which gateways have confirmed the last stop of a user',
  params: UsernameParam,
  response: z.array(StopGateway),
  errors: ['user_not_found'],
});

/**
 * What a stop with `disable` suspended: keys and devices added in the 7 days before, or devices whose key changed in
 * that time. A stop with `devices` suspended network devices whose key the user set in that time; the user is that one,
 * not the owner. An authenticator app is removed instead; it is listed until an administrator resets the second factors, or
 * until the user, who can sign in in another way, sets up a new one. Its `id` is the id of the user.
 */
const SuspendedItem = z.object({
  user_id: Id,
  username: z.string(),
  kind: z.enum(['ssh', 'gpg', 'security_key', 'authenticator_app', 'device']),
  id: Id,
  name: z.string(),
  /** As in the lists of keys; for a device, its public key; null for a security key. */
  fingerprint: z.string().nullable(),
  /** For a device whose key changed: the time of the change. */
  added_at: NaiveTimestamp,
  suspended_at: NaiveTimestamp,
});
export type SuspendedItem = z.infer<typeof SuspendedItem>;

/** Enabling an account leaves them suspended. */
export const listSuspended = endpoint({
  method: 'GET',
  path: '/suspended',
  access: 'admin',
  area: 'users',
  summary: 'List keys and devices that emergency stops suspended, of one user or of all',
  query: z.object({ username: z.string().max(254).optional() }),
  response: z.array(SuspendedItem),
});
