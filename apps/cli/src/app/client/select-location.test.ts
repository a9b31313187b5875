import { describe, expect, it } from 'vitest';
import type { StoredClient } from '../../state-folder/stored-client.ts';
import { selectLocation } from './select-location.ts';

function client(instanceName: string, locations: Record<number, string>): StoredClient {
  const tunnel = { addresses: [], publicKey: '', host: '', port: 1, networks: [], keepaliveSeconds: 0 };
  return {
    ...{ url: '', instanceId: `id-of-${instanceName}`, instanceName, username: '', deviceName: '' },
    ...{ privateKey: '', publicKey: '', pollToken: '' },
    locations: Object.entries(locations).map(([id, locationName]) => ({
      ...{ id: Number(id), factor: 'none' as const, tunnel: { ...tunnel, locationName } },
      dns: { servers: [], domains: [] },
    })),
  };
}

const one = client('Acme', { 1: 'Office', 2: 'Lab' });
const two = client('Umbrella', { 1: 'Office', 7: 'Hive' });

function select(clients: StoredClient[], location?: string, instance?: string): string {
  const found = selectLocation(clients, { location, instance });
  return `${found.client.instanceName}/${found.location.tunnel.locationName}`;
}

describe('selectLocation', () => {
  it('finds a location by its name in any case, by its number, and the only one without either', () => {
    expect(select([one], 'office')).toBe('Acme/Office');
    expect(select([one], '2')).toBe('Acme/Lab');
    expect(select([client('Acme', { 4: 'Office' })])).toBe('Acme/Office');
    expect(select([one, two], 'hive')).toBe('Umbrella/Hive');
    expect(select([one, two], 'office', 'umbrella')).toBe('Umbrella/Office');
    expect(select([one, two], '1', 'id-of-Acme')).toBe('Acme/Office');
  });

  it.each([
    ['several', [one], undefined, 'Choose a location by its number, or an instance: 1 Office, 2 Lab.'],
    ['the same name twice', [one, two], 'office', '1 Office of Acme, 1 Office of Umbrella'],
    ['another name', [one], 'x', 'There is no location x. Choose one of: 1 Office, 2 Lab.'],
    ['no login', [], 'x', 'This machine is not logged in'],
    ['no location', [client('Acme', {})], undefined, 'This device has no location'],
  ])('explains %s', (_, clients, location, message) => {
    expect(() => select(clients, location)).toThrow(message);
  });

  it('explains an instance that does not exist', () => {
    expect(() => select([one], undefined, 'x')).toThrow('There is no instance x. Choose one of: Acme (id-of-Acme).');
  });
});
