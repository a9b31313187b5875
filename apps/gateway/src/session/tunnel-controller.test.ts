import { create } from '@bufbuild/protobuf';
import { FullStateSchema, StateChangeSchema } from '@gatewarden/contract/gateway/v1';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { fullState, stateChange, wirePeer } from '../../test/given/messages.ts';
import { key } from '../../test/given/tunnel.ts';
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
  const controller = createTunnelController({ wireguard, journal, log: pino({ level: 'silent' }) });
  return { machine, disk, controller };
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
