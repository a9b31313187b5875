import type { Licence } from '@gatewarden/contract/licence';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { LicenceRow } from './licence.queries.ts';
import type { CurrentLicence } from './licence.service.ts';

export function presentLicence(current: CurrentLicence, row: LicenceRow, isAutomatic: boolean): Licence {
  const { state, stored, enabledFeatures, isFree, usage, graceUntil, isClockSetBack } = current;
  return {
    state,
    reason: stored.kind === 'invalid' ? stored.reason : null,
    enabled_features: [...enabledFeatures],
    is_free: isFree,
    license: stored.kind === 'valid' ? stored.claims : null,
    issuer: stored.kind === 'valid' ? stored.issuer : null,
    grace_until: graceUntil?.toISOString() ?? null,
    usage: [...usage],
    clock_set_back: isClockSetBack,
    renewal: {
      automatic: isAutomatic,
      attempted_at: row.renewal_attempted_at && toNaive(row.renewal_attempted_at),
      error: row.renewal_error,
    },
  };
}

/** Interface reference §7.1. */
export function presentInfo({ state, enabledFeatures, isFree, usage }: CurrentLicence) {
  const isExceeded = (kind: string) => usage.some((one) => one.kind === kind && one.exceeded);
  const limits_exceeded = {
    user: isExceeded('users'),
    device: isExceeded('devices'),
    wireguard_network: isExceeded('locations'),
    network_device: isExceeded('network_devices'),
  };
  return {
    enterprise: enabledFeatures.length > 0,
    limits_exceeded,
    any_limit_exceeded: Object.values(limits_exceeded).includes(true),
    is_enterprise_free: state === 'not_needed' || isFree,
  };
}

/** Interface reference §7.4; null without a usable key. */
export function presentEnterpriseInfo({ state, stored }: CurrentLicence) {
  if (stored.kind !== 'valid') return null;
  return {
    valid_until: stored.claims.valid_until,
    subscription: stored.claims.type === 'subscription',
    expired: state === 'expired',
    limits_exceeded: state === 'limits_exceeded',
  };
}
