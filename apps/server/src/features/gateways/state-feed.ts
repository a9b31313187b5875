import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import type { LocationsService } from '../locations/index.ts';
import { toFullState, toStateChange } from './gateway-state.ts';
import * as queries from './location-state.queries.ts';

/** What a gateway that holds some version needs. `changedAt` is when the version it leads to was made. */
export type Step =
  | { readonly kind: 'current' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'full'; readonly message: FullState; readonly changedAt: Date }
  | { readonly kind: 'change'; readonly message: StateChange; readonly changedAt: Date };

/** Answers what leads from a version to the present one, once for all streams that ask the same at the same time. */
export interface StateFeed {
  /** 0 for a gateway that holds nothing. */
  read(locationId: number, heldVersion: number): Promise<Step>;
  /** What is being read may be outdated by now: whoever asks from here on gets a new reading. All without an id. */
  invalidate(locationId?: number): void;
}

interface Dependencies {
  readonly db: Database;
  readonly privateKeyOf: LocationsService['privateKeyOf'];
}

export function createStateFeed({ db, privateKeyOf }: Dependencies): StateFeed {
  const readings = new Map<number, Map<number, Promise<Step>>>();

  function read(locationId: number, heldVersion: number): Promise<Step> {
    const ofLocation = readings.get(locationId) ?? new Map<number, Promise<Step>>();
    readings.set(locationId, ofLocation);
    const shared = ofLocation.get(heldVersion);
    if (shared) return shared;
    const reading = inSnapshot(db, (tx) => readStep(tx, locationId, heldVersion)).finally(() => {
      if (ofLocation.get(heldVersion) === reading) ofLocation.delete(heldVersion);
      if (ofLocation.size === 0 && readings.get(locationId) === ofLocation) readings.delete(locationId);
    });
    ofLocation.set(heldVersion, reading);
    return reading;
  }

  async function readStep(tx: Tx, locationId: number, held: number): Promise<Step> {
    const state = await queries.findState(tx, locationId);
    if (!state) return { kind: 'gone' };
    const { version, changed_at: changedAt } = state;
    if (held === version) return { kind: 'current' };
    const withKey = async () => ({ ...state, privateKey: await privateKeyOf(tx, locationId) });
    // a version that was never made comes from a database that was put back to an older day
    if (held === 0 || held < state.oldest_known_version || held > version) {
      const message = toFullState(await withKey(), await queries.listPeers(tx, locationId));
      return { kind: 'full', message, changedAt };
    }
    const changed = await queries.listPeersSince(tx, locationId, held);
    const changedInterface = state.interface_version > held ? await withKey() : undefined;
    return {
      kind: 'change',
      message: toStateChange(held, version, { changed, interface: changedInterface }),
      changedAt,
    };
  }

  return {
    read,
    invalidate(locationId) {
      if (locationId === undefined) readings.clear();
      else readings.delete(locationId);
    },
  };
}
