import { create } from '@bufbuild/protobuf';
import { FullStateSchema, StateChangeSchema } from '@gatewarden/contract/gateway/v1';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { fullState, stateChange, wirePeer } from '../../test/given/messages.ts';
import { key } from '../../test/given/tunnel.ts';
import { createInMemoryWireguard, type InMemoryMachine } from '../adapters/in-memory/in-memory-wireguard.ts';
import type { HeldState } from './held-state.ts';
import type { StateJournal } from './state-journal.ts';
import { createTunnelKeeper } from './tunnel-keeper.ts';

/** A keeper whose disk can be full. */
function givenKeeper() {
  const machine: InMemoryMachine = new Map();
  const disk: { isFull: boolean; saved: HeldState | undefined } = { isFull: false, saved: undefined };
  const journal: StateJournal = {
    load: async () => disk.saved,
    save: async (held) => {
      if (disk.isFull) throw new Error('ENOSPC');
      disk.saved = held;
    },
    remove: async () => {
      disk.saved = undefined;
    },
  };
  const wireguard = createInMemoryWireguard({ machine, name: 'gw1', mark: 'mark' });
  const keeper = createTunnelKeeper({ wireguard, journal, log: pino({ level: 'silent' }) });
  return { machine, disk, keeper };
}

it('applies a state that cannot be saved, says so, and does not keep the former one for the next start', async () => {
  const { machine, disk, keeper } = givenKeeper();
  await keeper.takeFull(create(FullStateSchema, fullState(1n, wirePeer('a'), wirePeer('b')).value));
  disk.isFull = true;
  const outcome = await keeper.takeChange(create(StateChangeSchema, stateChange(1n, { remove: ['a'] }).value));
  expect(outcome).toMatchObject({ kind: 'applied', problems: [expect.stringContaining('state folder')] });
  expect([...(machine.get('gw1')?.peers.keys() ?? [])]).toEqual([key('b')]);
  expect(disk.saved).toBeUndefined();

  expect(await keeper.retry()).toBeUndefined();
  disk.isFull = false;
  expect(await keeper.retry()).toMatchObject({ kind: 'applied', version: 2n, problems: [] });
  expect(disk.saved?.version).toBe(2n);
});

it('reports peers of other programs that a retry removed, and nothing when it changed nothing', async () => {
  const { machine, disk, keeper } = givenKeeper();
  disk.isFull = true;
  await keeper.takeFull(create(FullStateSchema, fullState(1n, wirePeer('a')).value));
  const peers = machine.get('gw1')?.peers;
  const [peer] = peers?.values() ?? [];
  if (peer) peers?.set(key('x'), { ...peer, publicKey: key('x'), allowedIps: ['10.9.9.9/32'] });
  expect(await keeper.retry()).toMatchObject({ kind: 'applied', correction: { removedKeys: [key('x')] } });
  expect([...(peers?.keys() ?? [])]).toEqual([key('a')]);
  expect(await keeper.retry()).toBeUndefined();
});
