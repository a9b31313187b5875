import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { licensedFeatures } from './licensed-features.ts';
import { NaiveTimestamp } from './primitives.ts';

/**
 * - `not_needed`: this build trusts no issuer, so all features are enabled without a license.
 * - `none`: no key is stored. Licensed features are enabled while the instance stays within the free limits.
 * - `active`: the key is valid, and its limits are not exceeded.
 * - `grace`: as `active`, up to 14 days after the end of a subscription.
 * - `expired`: the key is no longer valid.
 * - `limits_exceeded`: the key is valid, but its limits are exceeded.
 * - `invalid`: the stored key is not accepted; `reason` has the error code.
 * In the last three states the free limits decide as without a key.
 */
export const licenceStates = [
  'not_needed',
  'none',
  'active',
  'grace',
  'expired',
  'limits_exceeded',
  'invalid',
] as const;
export type LicenceState = (typeof licenceStates)[number];

const count = z.int().min(0);

/** What a license key states. */
export const LicenceClaims = z.object({
  lic_id: z.string(),
  customer: z.string(),
  type: z.enum(['subscription', 'offline']),
  /** RFC 3339, UTC; null: without end. */
  valid_until: z.string().nullable(),
  /** Null: unlimited. Without `network_devices`, network devices count as devices. */
  limits: z.object({
    users: count.nullable(),
    devices: count.nullable(),
    locations: count.nullable(),
    network_devices: count.nullable(),
  }),
  /** Names of `licensedFeatures`, and of features that this version does not know; null: all features. */
  entitlements: z.array(z.string()).nullable(),
});
export type LicenceClaims = z.infer<typeof LicenceClaims>;

const LicenceUsage = z.object({
  kind: z.enum(['users', 'devices', 'locations', 'network_devices']),
  count,
  /** Of the license while it is valid, otherwise of the free use; null: unlimited. */
  limit: count.nullable(),
  /** Whether the count is greater than the limit. */
  exceeded: z.boolean(),
  /** Whether `count` includes network devices, because the license has one limit for both kinds of devices. */
  includes_network_devices: z.boolean(),
});
export type LicenceUsage = z.infer<typeof LicenceUsage>;

export const Licence = z.object({
  state: z.enum(licenceStates),
  /** Why a stored key is not accepted: an error code. */
  reason: z.string().nullable(),
  /** Licensed features that can be added and changed. */
  enabled_features: z.array(z.enum(licensedFeatures)),
  /** Whether they are enabled only because the instance stays within the free limits. */
  is_free: z.boolean(),
  /** Of the stored key, if it is accepted. */
  license: LicenceClaims.nullable(),
  /** The name of its issuer. */
  issuer: z.string().nullable(),
  /** RFC 3339, UTC: the end of the grace period; null without one. */
  grace_until: z.string().nullable(),
  /** Empty if no license is needed. */
  usage: z.array(LicenceUsage),
  /** Whether the clock of the server is behind the latest time that this instance has seen. */
  clock_set_back: z.boolean(),
  renewal: z.object({
    /** Whether core renews the key by itself: a subscription whose issuer has an address for it. */
    automatic: z.boolean(),
    attempted_at: NaiveTimestamp.nullable(),
    /** Why the last attempt failed, in technical terms; null if it did not. */
    error: z.string().nullable(),
  }),
});
export type Licence = z.infer<typeof Licence>;

export const getLicence = endpoint({
  method: 'GET',
  path: '/license',
  access: 'admin',
  area: 'settings',
  summary: 'Show the license, its state and what counts against its limits',
  response: Licence,
});

export const inspectLicence = endpoint({
  method: 'POST',
  path: '/license/inspect',
  access: 'admin',
  area: 'settings',
  summary: 'Show what a license key states and whether it would be accepted, without storing it',
  body: z.object({ license: z.string().min(1).max(16_384) }),
  response: z.object({
    /** Null: it would be accepted. Otherwise an error code. */
    reason: z.string().nullable(),
    /** Null if the key cannot be trusted. */
    license: LicenceClaims.nullable(),
    issuer: z.string().nullable(),
  }),
});
