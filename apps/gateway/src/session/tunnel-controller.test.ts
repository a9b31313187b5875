import { create } from '@bufbuild/protobuf';
import { FirewallMode, FullStateSchema, StateChangeSchema } from '@gatewarden/contract/gateway/v1';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { fullState, stateChange, wirePeer } from '../../test/given/messages.ts';
import { key } from '../../test/given/tunnel.ts';
import { createInMemoryFirewall } from '../adapters/in-memory/in-memory-firewall.ts';
import { createInMemoryNat } from '../adapters/in-memory/in-memory-nat.ts';
import { createInMemoryWireguard, type InMemoryMachine } from '../adapters/in-memory/in-memory-wireguard.ts';
import type { LocationState } from './location-state.ts';
import type { StateJournal } from './state-journal.ts';
import { createTunnelController } from './tunnel-controller.ts';

/** A controller with a disk that can be full. */
function givenController() {
  const machine: InMemoryMachine = new Map();
  const disk: { isFull: boolean; saved: LocationState | undefined } = { isFull: false, saved: undefined };
  const journal: StateJournal = {
    load: async () => disk.saved,
    save: async (state) => {
      if (disk.isFull) throw new Error('ENOSPC');
      disk.saved = state;
    },
    remove: async () => {
      disk.saved = undefined;
    },
  };
  const wireguard = createInMemoryWireguard({ machine, name: 'gw1', mark: 'mark' });
  const firewall = createInMemoryFirewall();
  const nat = createInMemoryNat();
  const controller = createTunnelController({ wireguard, firewall, nat, journal, log: pino({ level: 'silent' }) });
  return { machine, firewall, nat, disk, controller };
}

it('applies a state that cannot be saved, reports it, and deletes the former one from the disk', async () => {
  const { machine, disk, controller } = givenController();
  await controller.receiveFull(create(FullStateSchema, fullState(1n, wirePeer('a'), wirePeer('b')).value));
  disk.isFull = true;
  const outcome = await controller.receiveChange(create(StateChangeSchema, stateChange(1n, { remove: ['a'] }).value));
  expect(outcome).toMatchObject({ kind: 'applied', problems: [expect.stringContaining('state folder')] });
  expect([...(machine.get('gw1')?.peers.keys() ?? [])]).toEqual([key('b')]);
  expect(disk.saved).toBeUndefined();

  expect(await controller.retry()).toBeUndefined();
  disk.isFull = false;
  expect(await controller.retry()).toMatchObject({ kind: 'applied', version: 2n, problems: [] });
  expect(disk.saved?.version).toBe(2n);
});

it('reports peers of other programs that a retry removed, and nothing when it changed nothing', async () => {
  const { machine, disk, controller } = givenController();
  disk.isFull = true;
  await controller.receiveFull(create(FullStateSchema, fullState(1n, wirePeer('a')).value));
  const peers = machine.get('gw1')?.peers;
  const [peer] = peers?.values() ?? [];
  if (peer) peers?.set(key('x'), { ...peer, publicKey: key('x'), allowedIps: ['10.9.9.9/32'] });
  expect(await controller.retry()).toMatchObject({ kind: 'applied', correction: { removedKeys: [key('x')] } });
  expect([...(peers?.keys() ?? [])]).toEqual([key('a')]);
  expect(await controller.retry()).toBeUndefined();
});

const bytes = (...values: number[]) => new Uint8Array(values);
const web = { firstProtocol: 6, lastProtocol: 6, firstPort: 443, lastPort: 443 };
const entries = [
  { firstAddress: bytes(10, 20, 0, 1), lastAddress: bytes(10, 20, 0, 9), services: [web], allow: true, ruleId: 7n },
];
const firewallOf = (...ids: bigint[]) => ({
  mode: FirewallMode.DENY,
  profiles: ids.map((id) => ({ id, entries })),
  protected: [],
});

function filteredState(version: bigint, profileId: bigint) {
  const { value } = fullState(version);
  const peers = [{ ...wirePeer('a', '10.1.0.2/32', 'fd00:1::2/128'), accessProfileId: profileId }, wirePeer('b')];
  return create(FullStateSchema, { ...value, peers, firewall: firewallOf(1n, 2n) });
}

describe('access control', () => {
  it('is enforced before the peers exist, with the profile for each address', async () => {
    const { machine, firewall, controller } = givenController();
    const apply = firewall.apply;
    const peersAtThatTime: number[] = [];
    firewall.apply = (policy, before) => {
      peersAtThatTime.push(machine.get('gw1')?.peers.size ?? 0);
      return apply(policy, before);
    };

    expect(await controller.receiveFull(filteredState(1n, 1n))).toMatchObject({ kind: 'applied', problems: [] });

    expect(peersAtThatTime).toEqual([0]);
    expect(firewall.enforced?.mode).toBe('deny');
    expect([...(firewall.enforced?.sources ?? [])]).toEqual([
      ['10.1.0.2', '1'],
      ['fd00:1::2', '1'],
    ]);
    expect(firewall.enforced?.profiles.get('1')).toEqual([
      { family: 4, first: '10.20.0.1', last: '10.20.0.9', services: [web], allow: true, rule: '7' },
    ]);
  });

  it('changes with a peer whose profile changes, without touching the interface', async () => {
    const { firewall, controller } = givenController();
    await controller.receiveFull(filteredState(1n, 1n));
    const peer = { ...wirePeer('a', '10.1.0.2/32', 'fd00:1::2/128'), accessProfileId: 3n };
    const { value } = stateChange(1n, {});
    const added = { addedProfiles: [{ id: 3n, entries: [] }], removedProfileIds: [1n] };

    const outcome = await controller.receiveChange(
      create(StateChangeSchema, { ...value, upsertedPeers: [peer], ...added }),
    );

    expect(outcome).toMatchObject({ kind: 'applied', problems: [], correction: { upserted: [], removedKeys: [] } });
    expect([...(firewall.enforced?.sources.values() ?? [])]).toEqual(['3', '3']);
    expect([...(firewall.enforced?.profiles.keys() ?? [])]).toEqual(['2', '3']);
  });

  it('leaves out a peer with an unknown profile, which could have more access without it', async () => {
    const { machine, controller } = givenController();

    const outcome = await controller.receiveFull(filteredState(1n, 9n));

    expect(outcome).toMatchObject({ problems: [expect.stringContaining('unknown access profile 9')] });
    expect([...(machine.get('gw1')?.peers.keys() ?? [])]).toEqual([key('b')]);
  });

  it.each([
    ['mode', { ...firewallOf(1n), mode: FirewallMode.UNSPECIFIED }],
    [
      'range of addresses',
      { ...firewallOf(), profiles: [{ id: 1n, entries: [{ firstAddress: bytes(9), lastAddress: bytes(1) }] }] },
    ],
    [
      'range of ports',
      { ...firewallOf(), profiles: [{ id: 1n, entries: [{ ...entries[0], services: [{ ...web, lastPort: 1 }] }] }] },
    ],
    ['profile', firewallOf(1n, 1n)],
  ])('rejects a state with an invalid %s and retains the former one', async (_, firewall) => {
    const { firewall: machineFirewall, controller } = givenController();
    await controller.receiveFull(filteredState(1n, 1n));
    const before = machineFirewall.enforced;

    const outcome = await controller.receiveFull(create(FullStateSchema, { ...fullState(2n).value, firewall }));

    expect(outcome.kind).toBe('rejected');
    expect(machineFirewall.enforced).toBe(before);
  });

  it('leaves the interface without peers while it cannot be enforced, and retries', async () => {
    const { machine, firewall, controller } = givenController();
    firewall.isInstalled = false;

    const outcome = await controller.receiveFull(filteredState(1n, 1n));

    expect(outcome).toMatchObject({ kind: 'applied', problems: [expect.stringContaining('cannot be enforced')] });
    expect(machine.get('gw1')?.peers.size).toBe(0);
    firewall.isInstalled = true;
    expect(await controller.retry()).toMatchObject({ problems: [] });
    expect(machine.get('gw1')?.peers.size).toBe(2);
  });

  it('is restored before the peers after a restart', async () => {
    const { disk, controller } = givenController();
    await controller.receiveFull(filteredState(1n, 1n));
    const restarted = givenController();
    restarted.disk.saved = disk.saved;

    await restarted.controller.restore();

    expect([...(restarted.firewall.enforced?.sources.keys() ?? [])]).toEqual(['10.1.0.2', 'fd00:1::2']);
    expect(restarted.machine.get('gw1')?.peers.size).toBe(2);
  });

  it('is restored when another program removes it, and reported once', async () => {
    const { firewall, controller } = givenController();
    await controller.receiveFull(filteredState(1n, 1n));
    firewall.enforced = undefined;

    await controller.restoreFirewall();

    expect(firewall.enforced).toBeDefined();
    expect(controller.takeRestoration()).toMatchObject({ kind: 'applied', version: 1n, isFirewallRestored: true });
    expect(controller.takeRestoration()).toBeUndefined();
    await controller.restoreFirewall();
    expect(controller.takeRestoration()).toBeUndefined();
  });

  it('ends when core turns it off', async () => {
    const { firewall, controller } = givenController();
    await controller.receiveFull(filteredState(1n, 1n));
    const { value } = stateChange(1n, {});

    await controller.receiveChange(create(StateChangeSchema, { ...value, firewall: { mode: FirewallMode.OFF } }));

    expect(firewall.enforced).toBeUndefined();
  });
});

/** The gateway is 10.1.0.1/24; peer a has a public address of each family, peer b none. */
function translatedState(version: bigint, snatAddress = bytes(203, 0, 113, 7)) {
  const { value } = fullState(version);
  const peers = [{ ...wirePeer('a', '10.1.0.2/32', 'fd00:1::2/128'), snatAddress }, wirePeer('b', '10.1.0.3/32')];
  return create(FullStateSchema, {
    ...value,
    peers,
    interface: { ...value.interface, addresses: ['10.1.0.1/24', 'fd00:1::1/64'], masquerade: true },
  });
}

describe('address translation', () => {
  it('masquerades the networks of the interface, and binds the addresses of a peer of the same family', async () => {
    const { nat, controller } = givenController();

    expect(await controller.receiveFull(translatedState(1n))).toMatchObject({ kind: 'applied', problems: [] });

    expect(nat.applied).toEqual({
      masqueraded: ['10.1.0.0/24', 'fd00:1::/64'],
      bindings: new Map([['10.1.0.2', '203.0.113.7']]),
    });
  });

  it('changes with a peer, and ends when nothing is translated', async () => {
    const { nat, controller } = givenController();
    await controller.receiveFull(translatedState(1n));
    const upserted = wirePeer('a', '10.1.0.2/32');
    const { value } = stateChange(1n, {});

    await controller.receiveChange(create(StateChangeSchema, { ...value, upsertedPeers: [upserted] }));
    expect(nat.applied).toMatchObject({ bindings: new Map() });

    const { interface: own } = fullState(1n).value;
    const next = { ...stateChange(2n, {}).value, interface: { ...own, masquerade: false } };
    await controller.receiveChange(create(StateChangeSchema, next));
    expect(nat.applied).toBeUndefined();
  });

  it('is reported as a problem if it is impossible, and devices can connect nevertheless', async () => {
    const { machine, nat, controller } = givenController();
    nat.isInstalled = false;

    const outcome = await controller.receiveFull(translatedState(1n));

    expect(outcome).toMatchObject({ kind: 'applied', problems: [expect.stringContaining('cannot be translated')] });
    expect(machine.get('gw1')?.peers.size).toBe(2);
    nat.isInstalled = true;
    expect(await controller.retry()).toMatchObject({ problems: [] });
    expect(nat.applied).toBeDefined();
  });

  it('reports an invalid public address', async () => {
    const { nat, controller } = givenController();
    const outcome = await controller.receiveFull(translatedState(1n, bytes(1, 2, 3)));
    expect(outcome).toMatchObject({ problems: [`Peer ${key('a')} has an invalid public address.`] });
    expect(nat.applied?.bindings.size).toBe(0);
  });

  it('is applied again after a restart, and when another program removes it', async () => {
    const { disk, controller } = givenController();
    await controller.receiveFull(translatedState(1n));
    const restarted = givenController();
    restarted.disk.saved = disk.saved;
    await restarted.controller.restore();
    expect(restarted.nat.applied?.bindings.size).toBe(1);

    Object.assign(restarted.nat, { applied: undefined });
    await restarted.controller.restoreFirewall();
    expect(restarted.nat.applied?.bindings.size).toBe(1);
    expect(restarted.controller.takeRestoration()).toMatchObject({ kind: 'applied', isFirewallRestored: true });
  });
});
