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
 * What brings a gateway from the state that it holds to the current one. `changedAt` is when the current state was
 * made. `digest` is the hexadecimal digest of what the gateway must have configured then; undefined unless requested.
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
  /** Requests the full state, even if a difference would do. */
  readonly full?: boolean;
  readonly withDigest?: boolean;
}

/** Reads what leads from a state to the current one. Streams with the same query at the same time share one read. */
export interface StateFeed {
  read(locationId: number, query: StateQuery): Promise<StateUpdate>;
  /** Discards reads in progress: later calls start a new read. Without an id, discards those of all locations. */
  invalidate(locationId?: number): void;
}

interface Dependencies {
  readonly db: Database;
  readonly readPrivateKey: LocationsService['readPrivateKey'];
  readonly history: Pick<History, 'issueMark'>;
}

export function createStateFeed({ db, readPrivateKey, history }: Dependencies): StateFeed {
  const pendingReads = new Map<number, Map<string, Promise<StateUpdate>>>();

  function read(locationId: number, query: StateQuery): Promise<StateUpdate> {
    const ofLocation = pendingReads.get(locationId) ?? new Map<string, Promise<StateUpdate>>();
    pendingReads.set(locationId, ofLocation);
    const key = keyOf(query);
    const shared = ofLocation.get(key);
    if (shared) return shared;
    // shared with other gateways, which must not be limited by the share of the first one
    const pendingRead = runAsSystem(() => inSnapshot(db, (tx) => readUpdate(tx, locationId, query))).finally(() => {
      if (ofLocation.get(key) === pendingRead) ofLocation.delete(key);
      if (ofLocation.size === 0 && pendingReads.get(locationId) === ofLocation) pendingReads.delete(locationId);
    });
    ofLocation.set(key, pendingRead);
    return pendingRead;
  }

  /** Only the id identifies a state: after a restore, the same version may have different content. */
  async function readUpdate(tx: Tx, locationId: number, { held, full, withDigest }: StateQuery): Promise<StateUpdate> {
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
      if (locationId === undefined) pendingReads.clear();
      else pendingReads.delete(locationId);
    },
  };
}

function keyOf({ held, full = false, withDigest = false }: StateQuery): string {
  return `${held.version} ${held.stateId} ${full} ${withDigest}`;
}
