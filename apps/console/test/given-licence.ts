import type { Licence } from '@gatewarden/contract/licence';
import { licensedFeatures } from '@gatewarden/contract/licensed-features';

const usage = (kind: Licence['usage'][number]['kind'], count: number, limit: number | null) => ({
  ...{ kind, count, limit },
  exceeded: limit !== null && count > limit,
  includes_network_devices: false,
});

/** Of a subscription that covers everything. */
export const givenLicence = (some: Partial<Licence> = {}): Licence => ({
  state: 'active',
  reason: null,
  enabled_features: [...licensedFeatures],
  is_free: false,
  license: {
    ...{ lic_id: 'lic-1', customer: 'Example Ltd', type: 'subscription', valid_until: '2031-01-01T00:00:00.000Z' },
    limits: { users: 50, devices: null, locations: null, network_devices: null },
    entitlements: ['ldap', 'from_the_future'],
  },
  issuer: 'Example Licensing',
  grace_until: '2031-01-15T00:00:00.000Z',
  usage: [
    usage('users', 49, 50),
    usage('devices', 12, null),
    usage('locations', 1, null),
    usage('network_devices', 0, null),
  ],
  clock_set_back: false,
  renewal: { automatic: true, attempted_at: null, error: null },
  ...some,
});
