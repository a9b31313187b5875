import type { LicenceClaims, LicenceState } from '@gatewarden/contract/licence';
import { type EventRules, isAboutAllUsers } from '../event-rules.ts';

/** Of a key, which is a secret itself. */
interface LicenceSnapshot extends Pick<LicenceClaims, 'lic_id' | 'customer' | 'type' | 'valid_until'> {
  readonly issuer: string;
}

interface LicenceEvents {
  'license.stored': { readonly license: LicenceSnapshot };
  'license.removed': Readonly<Record<string, never>>;
  /** The issuer renewed the subscription. */
  'license.renewed': { readonly license: LicenceSnapshot };
  /** The first of several failed attempts. */
  'license.renewal-failed': { readonly error: string };
  'license.state-changed': {
    readonly before: LicenceState;
    readonly after: LicenceState;
    readonly areFeaturesEnabled: boolean;
  };
  /** The latest time that the instance has seen was replaced; times are ISO 8601 texts. */
  'license.clock-accepted': { readonly before: string | null; readonly after: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends LicenceEvents {}
}

const stale = {
  admins: ['licence', 'settings', 'home', 'notices'],
  own: ['settings'],
  isAbout: isAboutAllUsers,
} as const;

function describe({ lic_id, customer, type, valid_until }: LicenceSnapshot): string {
  return `${lic_id} of ${customer}, ${type}, valid until ${valid_until ?? 'further notice'}`;
}

/** For a change of counts without a license. */
function describeFeatures(areEnabled: boolean): string {
  return `licensed features ${areEnabled ? 'on' : 'off'}`;
}

export const licenceEvents = {
  'license.stored': {
    entry: ({ license }) => ({ event: 'license_stored', description: describe(license), metadata: { license } }),
    stale,
  },
  'license.removed': { entry: () => ({ event: 'license_removed' }), stale },
  'license.renewed': {
    entry: ({ license }) => ({ event: 'license_renewed', description: describe(license), metadata: { license } }),
    stale,
  },
  'license.renewal-failed': {
    entry: ({ error }) => ({ event: 'license_renewal_failed', description: error, metadata: { error } }),
    stale,
  },
  'license.state-changed': {
    entry: ({ before, after, areFeaturesEnabled }) => ({
      event: 'license_state_changed',
      description: before === after ? describeFeatures(areFeaturesEnabled) : `${before} → ${after}`,
      metadata: { before, after, features_enabled: areFeaturesEnabled },
    }),
    stale,
  },
  'license.clock-accepted': {
    entry: ({ before, after }) => ({
      event: 'license_clock_accepted',
      description: `${before ?? '–'} → ${after}`,
      metadata: { before, after },
    }),
    stale,
  },
} as const satisfies EventRules<LicenceEvents>;

export function toLicenceSnapshot(
  { lic_id, customer, type, valid_until }: LicenceClaims,
  issuer: string,
): LicenceSnapshot {
  return { lic_id, customer, type, valid_until, issuer };
}
