import { Secret } from '@gatewarden/process/secret';
import { describe, expect, it } from 'vitest';
import { changePeers } from '../src/peers/diff-peers.ts';
import { diffTunnel, isEmpty } from '../src/peers/diff-tunnel.ts';
import { TunnelError, type Wireguard } from '../src/ports/wireguard.ts';
import { key, peer, peers, plain, settings } from './given/tunnel.ts';

export interface WireguardFixture extends AsyncDisposable {
  /** Another instance for the same interface of the same machine. */
  open(mark: string): Wireguard;
}

/** Tests for every implementation of the port; `makeFixture` returns a machine without the interface. */
export function wireguardSuite(makeFixture: () => Promise<WireguardFixture>): void {
  const empty = { settings: {}, removedKeys: [], upserted: [] };
  const state = {
    settings: settings({ addresses: ['10.1.0.1/24', '10.1.0.9/24', 'fd00:1::1/64'], listenPort: 50_101 }),
    peers: peers(
      peer('a', { allowedIps: ['10.1.0.2/32', 'fd00:1::2/128'], keepaliveSeconds: 25 }),
      peer('b', { allowedIps: ['10.1.0.3/32'], presharedKey: new Secret(key('psk')) }),
      peer('c'),
    ),
  };
  const nothing = { settings: {}, peers: peers() };

  describe('the interface', () => {
    it('does not exist before open, and is empty after it', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      expect(await wireguard.read()).toBeUndefined();
      await wireguard.open();
      expect(plain(await wireguard.read())).toMatchObject({ settings: { addresses: [] }, peers: [] });
    });

    it('is taken over with its configuration by a later run with the same mark', async () => {
      await using fixture = await makeFixture();
      const first = fixture.open('mark');
      expect(await first.open()).toMatchObject({ adopted: false });
      await first.change(diffTunnel(nothing, state));
      const second = fixture.open('mark');
      expect(await second.open()).toMatchObject({ adopted: true });
      expect(plain(await second.read())).toEqual(plain(state));
    });

    it('is neither opened nor read nor removed without the mark', async () => {
      await using fixture = await makeFixture();
      const owner = fixture.open('theirs');
      await owner.open();
      await owner.change(diffTunnel(nothing, state));
      const other = fixture.open('ours');
      await expect(other.open()).rejects.toThrow(TunnelError);
      expect(await other.read()).toBeUndefined();
      await other.remove();
      expect(plain(await owner.read())).toEqual(plain(state));
    });

    it('can be removed, removed again, and created again', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      await wireguard.change(diffTunnel(nothing, state));
      await wireguard.remove();
      await wireguard.remove();
      expect(await wireguard.read()).toBeUndefined();
      await expect(wireguard.readTraffic()).rejects.toThrow(TunnelError);
      expect(await wireguard.open()).toMatchObject({ adopted: false });
      expect(plain(await wireguard.read())?.peers).toEqual([]);
    });

    it('cannot be changed if it does not exist', async () => {
      await using fixture = await makeFixture();
      await expect(fixture.open('mark').change(diffTunnel(nothing, state))).rejects.toThrow(TunnelError);
    });
  });

  describe('a change', () => {
    it('applies settings and peers completely', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      await wireguard.change(diffTunnel(nothing, state));
      const reading = await wireguard.read();
      expect(plain(reading)).toEqual(plain(state));
      expect(reading && isEmpty(diffTunnel(reading, state))).toBe(true);
    });

    it('replaces settings one by one', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      let wanted = state.settings;
      await wireguard.change({ ...empty, settings: wanted });
      for (const changed of [
        { listenPort: 50_102 },
        { privateKey: new Secret(key('other')) },
        // The kernel removes further addresses of a network together with the first one.
        { addresses: ['10.1.0.9/24', '10.9.0.1/16'] },
        { addresses: ['10.1.0.9/16', 'fd00:2::1/64'] },
      ]) {
        await wireguard.change({ ...empty, settings: changed });
        wanted = { ...wanted, ...changed };
        expect(plain(await wireguard.read())?.settings).toEqual(plain({ settings: wanted, peers: peers() })?.settings);
      }
    });

    it('does not modify peers that it does not contain', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      await wireguard.change(diffTunnel(nothing, state));
      const difference = {
        removedKeys: [key('c')],
        upserted: [peer('a', { allowedIps: ['10.1.0.7/32'] }), peer('d', { allowedIps: ['10.1.0.8/32'] })],
      };
      await wireguard.change({ ...empty, ...difference });
      const wanted = { settings: state.settings, peers: changePeers(state.peers, difference) };
      expect(plain(await wireguard.read())).toEqual(plain(wanted));
    });

    it('removes a keepalive, a preshared key and all addresses of a peer', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      await wireguard.change(diffTunnel(nothing, state));
      await wireguard.change({ ...empty, upserted: [peer('a'), peer('b')] });
      const wanted = { settings: state.settings, peers: peers(peer('a'), peer('b'), peer('c')) };
      expect(plain(await wireguard.read())).toEqual(plain(wanted));
    });

    it('moves addresses between peers, including cycles', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      const [one, two, three] = ['10.1.0.2/32', '10.1.0.3/32', '10.1.0.4/32'] as const;
      const round = (...each: string[][]) =>
        peers(...['a', 'b', 'c'].map((name, index) => peer(name, { allowedIps: each[index] ?? [] })));
      let before = { settings: state.settings, peers: round([one], [two], [three]) };
      await wireguard.change(diffTunnel(nothing, before));
      for (const next of [
        round([two], [three], [one]),
        round([one, two, three], [], []),
        round([], [one, two], [three]),
      ]) {
        const wanted = { settings: state.settings, peers: next };
        await wireguard.change(diffTunnel(before, wanted));
        expect(plain(await wireguard.read())).toEqual(plain(wanted));
        before = wanted;
      }
    });

    it('assigns the address of a removed peer to a new one', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      await wireguard.change(diffTunnel(nothing, state));
      const wanted = { ...state, peers: peers(peer('new', { allowedIps: ['10.1.0.2/32', '10.1.0.3/32'] })) };
      await wireguard.change(diffTunnel(state, wanted));
      expect(plain(await wireguard.read())).toEqual(plain(wanted));
    });
  });

  describe('traffic', () => {
    it('lists every peer, with zeros for one without traffic', async () => {
      await using fixture = await makeFixture();
      const wireguard = fixture.open('mark');
      await wireguard.open();
      await wireguard.change(diffTunnel(nothing, { ...state, peers: peers(peer('a'), peer('b')) }));
      const silent = { receivedBytes: 0n, sentBytes: 0n, latestHandshake: 0n, endpoint: '' };
      const traffic = await wireguard.readTraffic();
      expect(traffic).toHaveLength(2);
      expect(traffic).toContainEqual({ ...silent, publicKey: key('a') });
      expect(traffic).toContainEqual({ ...silent, publicKey: key('b') });
    });
  });
}
