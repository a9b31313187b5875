import type { LocationInfo } from '@gatewarden/contract/locations';
import { describe, expect, it } from 'vitest';
import { LocationForm, type LocationInput } from './location-form.schema.ts';
import { toForm, toRequest } from './location-form.ts';

const warsaw: LocationInfo = {
  id: 1,
  name: 'Warsaw',
  address: ['10.1.0.1/24', 'fd00:1::1/64'],
  port: 51820,
  pubkey: 'key',
  endpoint: 'vpn.example.com',
  dns: null,
  allowed_ips: ['10.1.0.0/24', '192.168.0.0/16'],
  connected_at: null,
  acl_enabled: true,
  acl_default_allow: true,
  keepalive_interval: 25,
  peer_disconnect_threshold: 300,
  mfa_session_hours: 24,
  location_mfa_mode: 'disabled',
  masquerade: false,
  connected: false,
  gateways: [],
  allowed_groups: ['staff'],
};

function faultsOf(changes: Partial<LocationInput>): string[] {
  const result = LocationForm.safeParse({ ...toForm(warsaw), ...changes });
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the form values of a location', () => {
  it('convert to a request without changes, access rules included', () => {
    const request = toRequest(LocationForm.parse(toForm(warsaw)));
    expect(request).toMatchObject({
      name: 'Warsaw',
      address: '10.1.0.1/24, fd00:1::1/64',
      allowed_ips: '10.1.0.0/24, 192.168.0.0/16',
      allowed_groups: ['staff'],
      acl_enabled: true,
      acl_default_allow: true,
    });
  });

  it('need a network, and the error names the invalid entry', () => {
    expect(faultsOf({ address: [] })).toEqual(['address: required']);
    expect(faultsOf({ address: ['10.1.0.1/24', '10.2.0.1/33'] })).toEqual(['address.1: address_invalid']);
    expect(faultsOf({ allowed_ips: ['10.1.0.0/24', 'all'] })).toEqual(['allowed_ips: allowed_ips_invalid?item=all']);
  });

  it('need a group unless everyone can connect, whatever else is wrong', () => {
    expect(faultsOf({ allowed_groups: [], address: [] })).toEqual(['address: required', 'allowed_groups: required']);
    expect(faultsOf({ access: 'everyone', allowed_groups: [] })).toEqual([]);
  });

  it('store no groups if everyone can connect', () => {
    const values = LocationForm.parse({ ...toForm(warsaw), access: 'everyone' });
    expect(values.allowed_groups).toEqual(['staff']);
    expect(toRequest(values)).toMatchObject({ allowed_groups: [] });
  });

  it('reject networks that no gateway can serve', () => {
    expect(faultsOf({ address: ['10.1.0.1/24', '10.1.0.130/25'] })).toEqual([
      'address: networks_overlap?item=10.1.0.1%2F24&other=10.1.0.130%2F25',
    ]);
    expect(faultsOf({ address: ['10.1.0.255/24'] })).toEqual([
      'address: gateway_address_unusable?item=10.1.0.255%2F24',
    ]);
    expect(faultsOf({ address: ['127.0.0.1/8'] })).toEqual(['address: network_reserved?item=127.0.0.1%2F8']);
  });

  it('limit lists to the length that the server accepts', () => {
    const networks = Array.from({ length: 200 }, (_, index) => `10.${index}.0.1/24`);
    expect(faultsOf({ address: networks })).toEqual(['address: too_long?count=2048']);
  });
});
