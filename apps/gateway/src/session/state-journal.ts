import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type ControlResponse,
  ControlResponseSchema,
  FullStateSchema,
  type StateChange,
} from '@gatewarden/contract/gateway/v1';
import type { Secret } from '../platform/secret.ts';
import type { RecordLog } from '../state-folder/record-log.ts';
import { applyChange, applyFull, type HeldState, type Step } from './held-state.ts';

/** Stores the last state on disk: as core sent it, so that reading it checks it again. Calls must not overlap. */
export interface StateJournal {
  /** Undefined when nothing usable was saved. */
  load(): Promise<HeldState | undefined>;
  /** @param change that led there from the state saved last; absent when something else did */
  save(held: HeldState, change?: StateChange): Promise<void>;
  /** Nothing is loaded from now on, until the next `save`. */
  remove(): Promise<void>;
}

/** A change costs its own size, not the size of the state; only so many are kept, because starting follows them all. */
const maxChanges = 100;

export function createStateJournal(log: RecordLog): StateJournal {
  /** Undefined when a change must not be appended: the log is empty, damaged or of another state. */
  let changes: number | undefined;
  return {
    load: async () => {
      const { records, whole } = await log.read();
      const { held, used } = replay(records);
      changes = whole && held && used === records.length ? used - 1 : undefined;
      return held;
    },
    save: async (held, change) => {
      const appendable = change !== undefined && changes !== undefined && changes < maxChanges;
      const count = changes ?? 0;
      changes = undefined;
      if (appendable) await log.append(encode({ case: 'change', value: change }));
      else await log.replace(encode({ case: 'full', value: fullStateOf(held) }));
      changes = appendable ? count + 1 : 0;
    },
    remove: () => {
      changes = undefined;
      return log.clear();
    },
  };
}

/** Follows the records as long as they fit together. */
function replay(records: readonly Uint8Array[]): { held: HeldState | undefined; used: number } {
  let held: HeldState | undefined;
  for (const [index, record] of records.entries()) {
    const step = stepOf(held, record);
    if (step?.kind !== 'apply') return { held, used: index };
    held = step.next;
  }
  return { held, used: records.length };
}

function stepOf(held: HeldState | undefined, record: Uint8Array): Step | undefined {
  const message = decode(record);
  if (message?.case === 'full') return applyFull(held, message.value);
  return message?.case === 'change' ? applyChange(held, message.value) : undefined;
}

/** Undefined when an agent of another version wrote something else. */
function decode(record: Uint8Array): ControlResponse['message'] | undefined {
  try {
    return fromBinary(ControlResponseSchema, record).message;
  } catch {
    return undefined;
  }
}

function encode(message: ControlResponse['message']): Uint8Array {
  return toBinary(ControlResponseSchema, create(ControlResponseSchema, { message }));
}

function fullStateOf({ version, id, historyMark, tunnel: { settings, peers } }: HeldState) {
  return create(FullStateSchema, {
    version,
    stateId: Buffer.from(id, 'hex'),
    historyMark: Buffer.from(historyMark, 'hex'),
    interface: {
      privateKey: bytes(settings.privateKey),
      addresses: [...settings.addresses],
      listenPort: settings.listenPort,
    },
    peers: [...peers.values()].map(({ publicKey, allowedIps, keepaliveSeconds, presharedKey }) => ({
      publicKey: Buffer.from(publicKey, 'base64'),
      allowedIps: [...allowedIps],
      keepaliveSeconds,
      ...(presharedKey && { presharedKey: bytes(presharedKey) }),
    })),
  });
}

function bytes(key: Secret): Uint8Array<ArrayBuffer> {
  return Buffer.from(key.reveal(), 'base64');
}
