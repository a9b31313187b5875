import { describe, expect, it } from 'vitest';
import { networkNotes } from './network-notes.ts';

const alone = { others: [], devices: 0 };

describe('notes about the networks of a location', () => {
  it('tell how many devices fit into the smallest', () => {
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24'] })).toEqual([{ kind: 'room', devices: 253 }]);
    expect(networkNotes({ ...alone, address: ['10.1.0.1/29', 'fd00::1/64'] })).toEqual([{ kind: 'room', devices: 5 }]);
    expect(networkNotes({ ...alone, address: ['fd00::1/64'] })).toEqual([{ kind: 'room', devices: 'plenty' }]);
  });

  it('warn when there is no room beside the gateway', () => {
    expect(networkNotes({ ...alone, address: ['10.1.0.1/32'] })).toEqual([{ kind: 'no-room' }]);
  });

  it('warn when the devices that are there do not fit', () => {
    expect(networkNotes({ address: ['10.1.0.1/29'], others: [], devices: 6 })).toEqual([
      { kind: 'too-small', network: '10.1.0.0/29', room: 5, devices: 6 },
    ]);
    expect(networkNotes({ address: ['10.1.0.1/29'], others: [], devices: 5 })).toEqual([{ kind: 'room', devices: 5 }]);
  });

  it('name the location whose network overlaps', () => {
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

  it('say that the gateway cannot be reached by the address of the network', () => {
    const note = { kind: 'network-address', address: '10.1.0.0' };
    expect(networkNotes({ ...alone, address: ['10.1.0.0/24'] })).toContainEqual(note);
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24'] })).not.toContainEqual(note);
  });

  it('warn of each network that is not private, which gateways refuse by default', () => {
    const warned = (...address: string[]) =>
      networkNotes({ ...alone, address }).flatMap((note) => (note.kind === 'public' ? [note.network] : []));
    expect(warned('203.0.113.1/24', '10.1.0.1/24', '2001:db8::1/64')).toEqual(['203.0.113.0/24', '2001:db8::/64']);
    expect(warned('10.1.0.1/24', '172.16.0.1/12', '192.168.1.1/24', '100.64.0.1/10', 'fd00::1/64')).toEqual([]);
  });

  it('are silent while an entry cannot be read or the networks overlap each other', () => {
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24', 'x'] })).toEqual([]);
    expect(networkNotes({ ...alone, address: ['10.1.0.1/24', '10.1.0.2/25'] })).toEqual([]);
    expect(networkNotes({ ...alone, address: [] })).toEqual([]);
  });
});
