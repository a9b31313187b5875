import { describe, expect, it } from 'vitest';
import { endpointNotes, routingNotes } from './routing-notes.ts';

describe('notes about routes', () => {
  it('warn when nothing is routed, and note when everything is', () => {
    expect(routingNotes([], ['10.1.0.1/24'])).toEqual([{ kind: 'nothing' }]);
    expect(routingNotes(['0.0.0.0/0'], ['10.1.0.1/24'])).toEqual([{ kind: 'everything' }]);
  });

  it('warn when a network of the location is not routed', () => {
    const address = ['10.1.0.1/24', 'fd00::1/64'];
    expect(routingNotes(['10.1.0.0/25', 'fd00::/48'], address)).toEqual([
      { kind: 'own-network-missing', networks: '10.1.0.0/24' },
    ]);
    expect(routingNotes(['10.0.0.0/8', 'fd00::/48'], address)).toEqual([]);
  });

  it('are empty while an entry is invalid', () => {
    expect(routingNotes(['all'], [])).toEqual([]);
  });
});

describe('notes about the endpoint', () => {
  const others = [{ name: 'Warsaw', endpoint: 'vpn.example.com', port: 51820 }];

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('warn that %s is a loopback address', (host) => {
    expect(endpointNotes({ endpoint: host, port: 1 }, others)).toEqual([{ kind: 'loopback', host }]);
  });

  it('warn when another location has the same host and port', () => {
    expect(endpointNotes({ endpoint: 'vpn.example.com', port: 51820 }, others)).toEqual([
      { kind: 'taken', location: 'Warsaw' },
    ]);
    expect(endpointNotes({ endpoint: 'vpn.example.com', port: 51821 }, others)).toEqual([]);
    expect(endpointNotes({ endpoint: 'vpn.example.org', port: undefined }, others)).toEqual([]);
  });
});
