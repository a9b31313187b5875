import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type ControlResponse,
  ControlResponseSchema,
  FullStateSchema,
  type StateChange,
} from '@gatewarden/contract/gateway/v1';
import type { Secret } from '../platform/secret.ts';
import type { RecordLog } from '../state-folder/record-log.ts';
import { type LocationState, planFullState, planStateChange, type StatePlan } from './location-state.ts';

/** Stores the last state on disk: as core sent it, so that reading it checks it again. Calls must not overlap. */
export interface StateJournal {
  /** Undefined when nothing usable was saved. */
  load(): Promise<LocationState | undefined>;
  /** @param change that led there from the state saved last; absent when something else did */
  save(state: LocationState, change?: StateChange): Promise<void>;
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
      const { records, intact } = await log.read();
      const { state, used } = replay(records);
      changes = intact && state && used === records.length ? used - 1 : undefined;
      return state;
    },
    save: async (state, change) => {
      const appendable = change !== undefined && changes !== undefined && changes < maxChanges;
      const count = changes ?? 0;
      changes = undefined;
      if (appendable) await log.append(encode({ case: 'change', value: change }));
      else await log.replace(encode({ case: 'full', value: fullStateOf(state) }));
      changes = appendable ? count + 1 : 0;
    },
    remove: () => {
      changes = undefined;
      return log.clear();
    },
  };
}

/** Follows the records as long as they fit together. */
function replay(records: readonly Uint8Array[]): { state: LocationState | undefined; used: number } {
  let state: LocationState | undefined;
  for (const [index, record] of records.entries()) {
    const plan = planOf(state, record);
    if (plan?.kind !== 'apply') return { state, used: index };
    state = plan.next;
  }
  return { state, used: records.length };
}

function planOf(state: LocationState | undefined, record: Uint8Array): StatePlan | undefined {
  const message = decode(record);
  if (message?.case === 'full') return planFullState(state, message.value);
  return message?.case === 'change' ? planStateChange(state, message.value) : undefined;
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

function fullStateOf({ version, id, historyMark, tunnel: { settings, peers } }: LocationState) {
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
