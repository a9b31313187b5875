import { create } from '@bufbuild/protobuf';
import { FullStateSchema, StateChangeSchema } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { fullState, stateChange, wirePeer } from '../../test/given/messages.ts';
import { key, keyBytes, plain } from '../../test/given/tunnel.ts';
import type { RecordLog } from '../state-folder/record-log.ts';
import { applyChange, applyFull, type HeldState } from './held-state.ts';
import { createStateJournal } from './state-journal.ts';

/** A disk that can fail and counts what is written to it. */
function memoryLog() {
  const disk = { records: [] as Uint8Array[], appended: 0, replaced: 0, broken: false, whole: true };
  const write = (action: () => void) => {
    if (disk.broken) throw new Error('no space left');
    action();
  };
  const log: RecordLog = {
    read: async () => ({ records: [...disk.records], whole: disk.whole }),
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

function initial(): HeldState {
  const peers = [{ ...wirePeer('a', '10.1.0.2/32'), presharedKey: keyBytes('psk'), keepaliveSeconds: 25 }];
  const { value } = fullState(1n);
  const step = applyFull(undefined, create(FullStateSchema, { ...value, peers }));
  if (step.kind !== 'apply') throw new Error(step.kind);
  return step.next;
}

function following(held: HeldState, number: number) {
  const address = `10.1.${(number >> 8) + 1}.${number & 255}/32`;
  const { value } = stateChange(held.version, { upsert: [wirePeer(`p${number}`, address)] });
  const change = create(StateChangeSchema, value);
  const step = applyChange(held, change);
  if (step.kind !== 'apply') throw new Error(step.kind);
  return { change, next: step.next };
}

const seen = (held: HeldState | undefined) => held && { version: held.version, ...plain(held.tunnel) };

describe('the journal', () => {
  it('is empty at first', async () => {
    expect(await createStateJournal(memoryLog().log).load()).toBeUndefined();
  });

  it('gives back the state with all its secrets', async () => {
    const { log } = memoryLog();
    await createStateJournal(log).save(initial());
    const loaded = seen(await createStateJournal(log).load());
    expect(loaded).toEqual(seen(initial()));
    expect(loaded?.peers?.[0]?.presharedKey).toBe(key('psk'));
  });

  it('writes changes behind the state, and the state anew once there are many', async () => {
    const { log, disk } = memoryLog();
    const journal = createStateJournal(log);
    let held = initial();
    await journal.save(held);
    for (let number = 0; number < 205; number += 1) {
      const { change, next } = following(held, number);
      await journal.save(next, change);
      held = next;
      expect(disk.records.length).toBeLessThanOrEqual(101);
    }
    expect(disk).toMatchObject({ replaced: 3, appended: 203 });
    expect(seen(await createStateJournal(log).load())).toEqual(seen(held));
  });

  it('goes on where an earlier agent stopped', async () => {
    const { log, disk } = memoryLog();
    await createStateJournal(log).save(initial());
    const journal = createStateJournal(log);
    const held = await journal.load();
    if (!held) throw new Error('nothing was loaded');
    const { change, next } = following(held, 1);
    await journal.save(next, change);
    expect(disk.appended).toBe(1);
    expect(seen(await createStateJournal(log).load())).toEqual(seen(next));
  });

  it('after a failed write starts over with the whole state, so that no change is missing in between', async () => {
    const { log, disk } = memoryLog();
    const journal = createStateJournal(log);
    await journal.save(initial());
    const first = following(initial(), 1);
    disk.broken = true;
    await expect(journal.save(first.next, first.change)).rejects.toThrow('no space left');
    disk.broken = false;
    const second = following(first.next, 2);
    await journal.save(second.next, second.change);
    expect(seen(await createStateJournal(log).load())).toEqual(seen(second.next));
  });

  it('loads nothing after it was removed, and starts over with the next state', async () => {
    const { log } = memoryLog();
    const journal = createStateJournal(log);
    await journal.save(initial());
    await journal.remove();
    expect(await createStateJournal(log).load()).toBeUndefined();
    const { change, next } = following(initial(), 1);
    await journal.save(next, change);
    expect(seen(await createStateJournal(log).load())).toEqual(seen(next));
  });

  it('never appends to a log with a damaged end', async () => {
    const { log, disk } = memoryLog();
    await createStateJournal(log).save(initial());
    disk.whole = false;
    const journal = createStateJournal(log);
    const held = await journal.load();
    expect(seen(held)).toEqual(seen(initial()));
    const { change, next } = following(initial(), 1);
    await journal.save(next, change);
    expect(disk).toMatchObject({ appended: 0, replaced: 2 });
  });

  it('takes the records up to one that does not fit', async () => {
    const { log, disk } = memoryLog();
    const journal = createStateJournal(log);
    await journal.save(initial());
    const first = following(initial(), 1);
    await journal.save(first.next, first.change);
    disk.records.push(Buffer.from('not a message'), ...disk.records);
    expect(seen(await createStateJournal(log).load())).toEqual(seen(first.next));
  });
});
