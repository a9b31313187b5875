import type { IdentitySource } from '@gatewarden/contract/identity-sources';

export const givenSources = {
  local: (overrides: Partial<IdentitySource> = {}): IdentitySource => ({
    id: 'local',
    kind: 'local',
    name: null,
    provider_kind: null,
    state: 'on',
    users: 12,
    groups: 3,
    ...overrides,
  }),
  okta: (overrides: Partial<IdentitySource> = {}): IdentitySource =>
    givenSources.local({
      ...{ id: 'openid-3', kind: 'openid', name: 'Okta', provider_kind: 'okta', users: 5, groups: 1 },
      ...overrides,
    }),
};
