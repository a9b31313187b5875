import { create } from '@bufbuild/protobuf';
import { FullStateSchema, StateChangeSchema } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { fullState, stateChange, wirePeer } from '../../test/given/messages.ts';
import { key, keyBytes, plain } from '../../test/given/tunnel.ts';
import type { RecordLog } from '../state-folder/record-log.ts';
import { type LocationState, planFullState, planStateChange } from './location-state.ts';
import { createStateJournal } from './state-journal.ts';

/** A disk that can fail and counts what is written to it. */
function memoryLog() {
  const disk = { records: [] as Uint8Array[], appended: 0, replaced: 0, broken: false, intact: true };
  const write = (action: () => void) => {
    if (disk.broken) throw new Error('no space left');
    action();
  };
  const log: RecordLog = {
    read: async () => ({ records: [...disk.records], intact: disk.intact }),
    append: async (record) =>
      write(() => {
        disk.records.push(record);
        disk.appended += 1;
      }),
    replace: async (record) =>
      write(() => {
        disk.records = [record];
        disk.replaced += 1;
      }),
    clear: async () => {
      disk.records = [];
    },
  };
  return { disk, log };
}

function initial(): LocationState {
  const peers = [
    { ...wirePeer('a', '10.1.0.2/32'), presharedKey: keyBytes('psk'), keepaliveSeconds: 25 },
    { ...wirePeer('b', '10.1.0.3/32'), snatAddress: new Uint8Array([203, 0, 113, 7]) },
    { ...wirePeer('c', 'fd00::2/128'), snatAddress: new Uint8Array([0x20, 1, 13, 184, ...Array(11).fill(0), 5]) },
  ];
  const { value } = fullState(1n);
  const own = { ...value.interface, masquerade: true };
  const step = planFullState(undefined, create(FullStateSchema, { ...value, peers, interface: own }));
  if (step.kind !== 'apply') throw new Error(step.kind);
  return step.next;
}

function following(state: LocationState, number: number) {
  const address = `10.1.${(number >> 8) + 1}.${number & 255}/32`;
  const { value } = stateChange(state.version, { upsert: [wirePeer(`p${number}`, address)] });
  const change = create(StateChangeSchema, value);
  const step = planStateChange(state, change);
  if (step.kind !== 'apply') throw new Error(step.kind);
  return { change, next: step.next };
}

const comparable = (state: LocationState | undefined) =>
  state && { version: state.version, nat: state.nat, ...plain(state.tunnel) };

describe('createStateJournal', () => {
  it('loads nothing from an empty log', async () => {
    expect(await createStateJournal(memoryLog().log).load()).toBeUndefined();
  });

  it('loads the saved state with all its secrets', async () => {
    const { log } = memoryLog();
    await createStateJournal(log).save(initial());
    const loaded = comparable(await createStateJournal(log).load());
    expect(loaded).toEqual(comparable(initial()));
    expect(loaded?.peers?.map(({ presharedKey }) => presharedKey)).toContain(key('psk'));
  });

  it('appends changes, and replaces them with the state after 100', async () => {
    const { log, disk } = memoryLog();
    const journal = createStateJournal(log);
    let state = initial();
    await journal.save(state);
    for (let number = 0; number < 205; number += 1) {
      const { change, next } = following(state, number);
      await journal.save(next, change);
      state = next;
      expect(disk.records.length).toBeLessThanOrEqual(101);
    }
    expect(disk).toMatchObject({ replaced: 3, appended: 203 });
    expect(comparable(await createStateJournal(log).load())).toEqual(comparable(state));
  });

  it('appends to the log of an earlier agent', async () => {
    const { log, disk } = memoryLog();
    await createStateJournal(log).save(initial());
    const journal = createStateJournal(log);
    const state = await journal.load();
    if (!state) throw new Error('nothing was loaded');
    const { change, next } = following(state, 1);
    await journal.save(next, change);
    expect(disk.appended).toBe(1);
    expect(comparable(await createStateJournal(log).load())).toEqual(comparable(next));
  });

  it('writes the full state after a failed write, so that no change is missing', async () => {
    const { log, disk } = memoryLog();
    const journal = createStateJournal(log);
    await journal.save(initial());
    const first = following(initial(), 1);
    disk.broken = true;
    await expect(journal.save(first.next, first.change)).rejects.toThrow('no space left');
    disk.broken = false;
    const second = following(first.next, 2);
    await journal.save(second.next, second.change);
    expect(comparable(await createStateJournal(log).load())).toEqual(comparable(second.next));
  });

  it('loads nothing after remove, and writes the full state with the next save', async () => {
    const { log } = memoryLog();
    const journal = createStateJournal(log);
    await journal.save(initial());
    await journal.remove();
    expect(await createStateJournal(log).load()).toBeUndefined();
    const { change, next } = following(initial(), 1);
    await journal.save(next, change);
    expect(comparable(await createStateJournal(log).load())).toEqual(comparable(next));
  });

  it('never appends to a log with a damaged end', async () => {
    const { log, disk } = memoryLog();
    await createStateJournal(log).save(initial());
    disk.intact = false;
    const journal = createStateJournal(log);
    const state = await journal.load();
    expect(comparable(state)).toEqual(comparable(initial()));
    const { change, next } = following(initial(), 1);
    await journal.save(next, change);
    expect(disk).toMatchObject({ appended: 0, replaced: 2 });
  });

  it('loads the records up to the first that does not fit', async () => {
    const { log, disk } = memoryLog();
    const journal = createStateJournal(log);
    await journal.save(initial());
    const first = following(initial(), 1);
    await journal.save(first.next, first.change);
    disk.records.push(Buffer.from('not a message'), ...disk.records);
    expect(comparable(await createStateJournal(log).load())).toEqual(comparable(first.next));
  });
});
