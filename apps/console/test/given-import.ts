import type { FilePreview, PreviewedPeer } from '@gatewarden/contract/location-import';

export function givenPreview(overrides: Partial<FilePreview> = {}): FilePreview {
  return {
    interfaces: [{ line: 1, name: null }],
    name: null,
    address: ['10.8.0.1/24'],
    port: 51_820,
    dns: null,
    peers: [],
    problems: [],
    problem_count: 0,
    notes: [],
    note_count: 0,
    ...overrides,
  };
}

/** A peer with the key `key<line>`. */
export function givenPeer(line: number, overrides: Partial<PreviewedPeer> = {}): PreviewedPeer {
  return {
    line,
    name: null,
    wireguard_pubkey: `key${line}`,
    wireguard_ips: [`10.8.0.${line + 1}`],
    device: null,
    suggestions: [],
    is_certain: false,
    ...overrides,
  };
}
