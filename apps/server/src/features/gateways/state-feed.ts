import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import type { History } from '../history/index.ts';
import type { LocationsService } from '../locations/index.ts';
import { digestContent } from './content-digest.queries.ts';
import { toFullState, toStateChange } from './gateway-state.ts';
import { findState, type StateName } from './location-state.queries.ts';
import { listPeers, listPeersSince } from './peers.queries.ts';
import { hadState } from './state-history.queries.ts';

/**
 * What a gateway that holds some state needs. `changedAt` is when the state it leads to was made, `digest` what the
 * gateway must have configured then, in hexadecimal; undefined unless it was asked for.
 */
export type StateUpdate =
  | { readonly kind: 'current'; readonly digest: string | undefined }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'full';
      readonly message: FullState;
      readonly changedAt: Date;
      readonly digest: string | undefined;
    }
  | {
      readonly kind: 'change';
      readonly message: StateChange;
      readonly changedAt: Date;
      readonly digest: string | undefined;
    };

export interface StateQuery {
  readonly held: StateName;
  /** The whole state, whatever is held. */
  readonly full?: boolean;
  readonly withDigest?: boolean;
}

/** Answers what leads from a state to the present one, once for all streams that ask the same at the same time. */
export interface StateFeed {
  read(locationId: number, question: StateQuery): Promise<StateUpdate>;
  /** What is being read may be outdated by now: whoever asks from here on gets a new reading. All without an id. */
  invalidate(locationId?: number): void;
}

interface Dependencies {
  readonly db: Database;
  readonly readPrivateKey: LocationsService['readPrivateKey'];
  readonly history: Pick<History, 'issueMark'>;
}

export function createStateFeed({ db, readPrivateKey, history }: Dependencies): StateFeed {
  const readings = new Map<number, Map<string, Promise<StateUpdate>>>();

  function read(locationId: number, question: StateQuery): Promise<StateUpdate> {
    const ofLocation = readings.get(locationId) ?? new Map<string, Promise<StateUpdate>>();
    readings.set(locationId, ofLocation);
    const key = keyOf(question);
    const shared = ofLocation.get(key);
    if (shared) return shared;
    // shared with other gateways, which must not wait for the share of the first one
    const reading = runAsSystem(() => inSnapshot(db, (tx) => readStep(tx, locationId, question))).finally(() => {
      if (ofLocation.get(key) === reading) ofLocation.delete(key);
      if (ofLocation.size === 0 && readings.get(locationId) === ofLocation) readings.delete(locationId);
    });
    ofLocation.set(key, reading);
    return reading;
  }

  /** A state counts as known by its id alone: after a restore the same number may name another content. */
  async function readStep(tx: Tx, locationId: number, { held, full, withDigest }: StateQuery): Promise<StateUpdate> {
    const state = await findState(tx, locationId);
    if (!state) return { kind: 'gone' };
    const { version, state_id: stateId, changed_at: changedAt } = state;
    const digest = withDigest ? await digestContent(tx, locationId) : undefined;
    const isHeld = held.version === version && held.stateId === stateId;
    if (version === 0 || (isHeld && !full)) return { kind: 'current', digest };
    const historyMark = await history.issueMark(tx);
    const withKey = async () => ({ ...state, privateKey: await readPrivateKey(tx, locationId) });
    if (full || held.version < state.oldest_known_version || !(await hadState(tx, locationId, held))) {
      const message = toFullState(await withKey(), await listPeers(tx, locationId), historyMark);
      return { kind: 'full', message, changedAt, digest };
    }
    const changed = await listPeersSince(tx, locationId, held.version);
    const changedInterface = state.interface_version > held.version ? await withKey() : undefined;
    const message = toStateChange(held, { version, stateId }, { changed, interface: changedInterface, historyMark });
    return { kind: 'change', message, changedAt, digest };
  }

  return {
    read,
    invalidate(locationId) {
      if (locationId === undefined) readings.clear();
      else readings.delete(locationId);
    },
  };
}

function keyOf({ held, full = false, withDigest = false }: StateQuery): string {
  return `${held.version} ${held.stateId} ${full} ${withDigest}`;
}
