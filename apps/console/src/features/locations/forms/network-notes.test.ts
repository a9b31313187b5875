import { describe, expect, it } from 'vitest';
import { networkNotes } from './network-notes.ts';

const alone = { others: [], devices: 0 };

describe('notes about the networks of a location', () => {
  it('show the capacity of the smallest network', () => {
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24'] })).toEqual([{ kind: 'room', devices: 253 }]);
    expect(networkNotes({ ...alone, address: ['10.1.0.1/29', 'fd00::1/64'] })).toEqual([{ kind: 'room', devices: 5 }]);
    expect(networkNotes({ ...alone, address: ['fd00::1/64'] })).toEqual([{ kind: 'room', devices: 'plenty' }]);
  });

  it('warn about a network with no address besides the gateway', () => {
    expect(networkNotes({ ...alone, address: ['10.1.0.1/32'] })).toEqual([{ kind: 'no-room' }]);
  });

  it('warn when the network is too small for its devices', () => {
    expect(networkNotes({ address: ['10.1.0.1/29'], others: [], devices: 6 })).toEqual([
      { kind: 'too-small', network: '10.1.0.0/29', room: 5, devices: 6 },
    ]);
    expect(networkNotes({ address: ['10.1.0.1/29'], others: [], devices: 5 })).toEqual([{ kind: 'room', devices: 5 }]);
  });

  it('name the location with an overlapping network', () => {
    const others = [
      { name: 'Warsaw', address: ['10.0.0.1/8'] },
      { name: 'Seoul', address: ['10.2.0.1/24', 'fd00::1/64'] },
    ];
    expect(networkNotes({ address: ['10.1.0.1/24'], others, devices: 0 })).toContainEqual({
      kind: 'overlaps',
      network: '10.1.0.0/24',
      location: 'Warsaw',
      other: '10.0.0.0/8',
    });
    expect(networkNotes({ address: ['192.168.7.1/24'], others, devices: 0 })).toHaveLength(1);
  });

  it('warn when the gateway has the network address', () => {
    const note = { kind: 'network-address', address: '10.1.0.0' };
    expect(networkNotes({ ...alone, address: ['10.1.0.0/24'] })).toContainEqual(note);
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24'] })).not.toContainEqual(note);
  });

  it('warn about each public network, which gateways refuse by default', () => {
    const warned = (...address: string[]) =>
      networkNotes({ ...alone, address }).flatMap((note) => (note.kind === 'public' ? [note.network] : []));
    expect(warned('203.0.113.1/24', '10.1.0.1/24', '2001:db8::1/64')).toEqual(['203.0.113.0/24', '2001:db8::/64']);
    expect(warned('10.1.0.1/24', '172.16.0.1/12', '192.168.1.1/24', '100.64.0.1/10', 'fd00::1/64')).toEqual([]);
  });

  it('are empty while an entry is invalid or the networks overlap', () => {
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24', 'x'] })).toEqual([]);
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24', '10.1.0.2/25'] })).toEqual([]);
    expect(networkNotes({ ...alone, address: [] })).toEqual([]);
  });
});
