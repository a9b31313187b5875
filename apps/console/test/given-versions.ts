import type { Outdated, Update, Versions } from '@gatewarden/contract/updates';

const gatewayId = '00000000-0000-4000-8000-000000000001';

/** Of a release of which some is given. */
const update = (some: Partial<Update> = {}): Update => ({
  ...{ version: '9.0.0', release_date: '2030-01-15', critical: false },
  release_notes_url: 'https://example.com/notes',
  update_url: 'https://example.com/update',
  notes: '# Changes\n\n- **Faster** tunnels\n- <img src=x onerror=alert(1)>',
  ...some,
});

const gateway = (some: Partial<Versions['gateways'][number]> = {}): Versions['gateways'][number] => ({
  ...{ id: gatewayId, name: 'Main', hostname: 'gw-1', location_id: 1, location: 'Warsaw' },
  ...{ version: '1.0.0', drift: 'same', state: 'connected', since: '2030-01-01T00:00:00' },
  missing_capabilities: [],
  ...some,
});

const edge = (some: Partial<Versions['edges'][number]> = {}): Versions['edges'][number] => ({
  ...{ id: 1, address: 'edge.example.com:50055', hostname: 'edge-1', version: '1.0.0', drift: 'same' },
  ...{ state: 'connected', since: '2030-01-01T00:00:00' },
  ...some,
});

const check = (some: Partial<Versions['update_check']> = {}): Versions['update_check'] => ({
  ...{ enabled: true, host: 'releases.example.com', checked_at: '2030-01-01T00:00:00' },
  ...{ problem: null, detail: null, failing_since: null },
  ...some,
});

const versions = (some: Partial<Versions> = {}): Versions => ({
  core: {
    version: '1.0.0',
    runtime: '24.1.0',
    replicas: [{ id: gatewayId, address: 'vpn.example.com:50055', version: '1.0.0', drift: 'same', is_current: true }],
  },
  database: { kind: 'external', version: '18.1' },
  gateways: [gateway()],
  edges: [],
  certificates: [
    { kind: 'gateways', name: null, expires_at: '2031-01-01T00:00:00', state: 'valid', automatic: true },
    { kind: 'authority', name: null, expires_at: null, state: 'valid', automatic: false },
  ],
  update_check: check(),
  ...some,
});

const outdated = (some: Partial<Outdated> = {}): Outdated => ({
  gateways: [
    {
      ...{ id: gatewayId, name: 'Main', hostname: 'gw-1', network_id: '1', version: '0.9.0' },
      created: '2030-01-01T00:00:00',
    },
  ],
  proxy: null,
  edges: [],
  ...some,
});

export const givenVersions = { update, gateway, edge, check, versions, outdated };
