import type { LicenceClaims, LicenceState, LicenceUsage } from '@gatewarden/contract/licence';
import { type LicensedFeature, licensedFeatures } from '@gatewarden/contract/licensed-features';

/** What counts against limits. */
export interface Counts {
  readonly users: number;
  readonly devices: number;
  readonly locations: number;
  readonly network_devices: number;
}

/** The stored key: `invalid` if this build does not accept it, `reason` is an error code. */
export type StoredLicence =
  | { readonly kind: 'none' }
  | { readonly kind: 'valid'; readonly claims: LicenceClaims; readonly issuer: string }
  | { readonly kind: 'invalid'; readonly reason: string };

export interface LicenceInput {
  /** Whether this build trusts an issuer. */
  readonly isNeeded: boolean;
  readonly stored: StoredLicence;
  readonly counts: Counts;
  readonly now: Date;
}

/** Everything that follows from the license. */
export interface Evaluation {
  readonly state: LicenceState;
  /** Features that can be added and changed. */
  readonly enabledFeatures: readonly LicensedFeature[];
  /** Whether they are enabled only because the instance stays within the free limits. */
  readonly isFree: boolean;
  /** Against the limits of the license while it is valid, otherwise against the free ones; empty if none is needed. */
  readonly usage: readonly LicenceUsage[];
  /** Null without a grace period. */
  readonly graceUntil: Date | null;
}

type Limits = LicenceClaims['limits'];

/** Domain rules §11.3. */
const freeLimits: Limits = { users: 5, devices: 10, locations: 1, network_devices: 10 };
const dayMilliseconds = 24 * 3_600_000;
const graceDays = 14;

/** The state of a license. Pure: the same for the same key, counts and time. */
export function evaluateLicence({ isNeeded, stored, counts, now }: LicenceInput): Evaluation {
  if (!isNeeded)
    return { state: 'not_needed', enabledFeatures: licensedFeatures, isFree: true, usage: [], graceUntil: null };
  const claims = stored.kind === 'valid' ? stored.claims : undefined;
  const graceUntil = claims ? endOfGrace(claims) : null;
  const age = claims && ageOf(claims, graceUntil, now);
  const isValid = claims !== undefined && age !== 'expired';
  const usage = compareLimits(isValid ? claims.limits : freeLimits, counts);
  const isExceeded = usage.some(({ exceeded }) => exceeded);
  const isFree = !compareLimits(freeLimits, counts).some(({ exceeded }) => exceeded);
  const ofLicence = isValid && !isExceeded ? licensedFeatures.filter((one) => isEntitled(claims, one)) : [];
  return {
    state: isValid && isExceeded ? 'limits_exceeded' : (age ?? (stored.kind === 'invalid' ? 'invalid' : 'none')),
    enabledFeatures: isFree ? licensedFeatures : ofLicence,
    isFree: isFree && ofLicence.length === 0,
    usage,
    graceUntil,
  };
}

/** Until when a key is valid, grace included; null: without end. */
export function lastValidMoment(claims: LicenceClaims): Date | null {
  return endOfGrace(claims) ?? (claims.valid_until === null ? null : new Date(claims.valid_until));
}

function endOfGrace({ type, valid_until }: LicenceClaims): Date | null {
  if (type !== 'subscription' || valid_until === null) return null;
  return new Date(Date.parse(valid_until) + graceDays * dayMilliseconds);
}

function ageOf({ valid_until }: LicenceClaims, graceUntil: Date | null, now: Date): 'active' | 'grace' | 'expired' {
  if (valid_until === null || now <= new Date(valid_until)) return 'active';
  return graceUntil && now <= graceUntil ? 'grace' : 'expired';
}

function isEntitled({ entitlements }: LicenceClaims, feature: LicensedFeature): boolean {
  return entitlements === null || entitlements.includes(feature);
}

/** Exceeded means strictly greater. With `devices` but without `network_devices`, both kinds count as devices. */
function compareLimits(limits: Limits, counts: Counts): LicenceUsage[] {
  const isShared = limits.devices !== null && limits.network_devices === null;
  const compare = (kind: keyof Counts, count: number, limit: number | null, isJoint = false): LicenceUsage => ({
    ...{ kind, count, limit },
    exceeded: limit !== null && count > limit,
    includes_network_devices: isJoint,
  });
  return [
    compare('users', counts.users, limits.users),
    compare('devices', counts.devices + (isShared ? counts.network_devices : 0), limits.devices, isShared),
    compare('locations', counts.locations, limits.locations),
    compare('network_devices', counts.network_devices, limits.network_devices),
  ];
}
