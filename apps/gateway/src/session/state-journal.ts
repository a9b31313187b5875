import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type ControlResponse,
  ControlResponseSchema,
  FullStateSchema,
  type StateChange,
} from '@gatewarden/contract/gateway/v1';
import { parseAddress } from '@gatewarden/net/address';
import { addressToBytes } from '@gatewarden/net/address-bytes';
import type { Secret } from '@gatewarden/process/secret';
import { toFirewallMessage } from '../peers/firewall-message.ts';
import type { RecordLog } from '../state-folder/record-log.ts';
import { type LocationState, planFullState, planStateChange, type StatePlan } from './location-state.ts';

/** Stores the last state on disk as core sent it, so that loading validates it again. Calls must not overlap. */
export interface StateJournal {
  /** Undefined if no valid state is stored. */
  load(): Promise<LocationState | undefined>;
  /** @param change the change from the last saved state to this one; absent if there is none */
  save(state: LocationState, change?: StateChange): Promise<void>;
  /** Removes the stored state. */
  remove(): Promise<void>;
}

/** Appending a change is cheaper than writing the state; the number is limited because `load` replays all changes. */
const maxChanges = 100;

export function createStateJournal(log: RecordLog): StateJournal {
  /** Undefined if no change may be appended: the log is empty, damaged or of another state. */
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

/** Applies the records in order, up to the first that does not fit. */
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

/** Undefined for a record in an unknown format, such as that of another version. */
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

function fullStateOf({ version, id, historyMark, tunnel: { settings, peers }, access, nat }: LocationState) {
  return create(FullStateSchema, {
    version,
    stateId: Buffer.from(id, 'hex'),
    historyMark: Buffer.from(historyMark, 'hex'),
    interface: {
      privateKey: bytes(settings.privateKey),
      addresses: [...settings.addresses],
      listenPort: settings.listenPort,
      masquerade: nat.masquerades,
    },
    peers: [...peers.values()].map(({ publicKey, allowedIps, keepaliveSeconds, presharedKey }) => ({
      publicKey: Buffer.from(publicKey, 'base64'),
      allowedIps: [...allowedIps],
      keepaliveSeconds,
      ...(presharedKey && { presharedKey: bytes(presharedKey) }),
      accessProfileId: BigInt(access?.profileOfPeer.get(publicKey) ?? 0),
      snatAddress: addressBytes(nat.addressOfPeer.get(publicKey)),
    })),
    ...(access && { firewall: toFirewallMessage(access) }),
  });
}

/** Empty if there is none. */
function addressBytes(text: string | undefined): Uint8Array<ArrayBuffer> {
  const address = text === undefined ? undefined : parseAddress(text);
  return address ? addressToBytes(address) : new Uint8Array();
}

function bytes(key: Secret): Uint8Array<ArrayBuffer> {
  return Buffer.from(key.reveal(), 'base64');
}
