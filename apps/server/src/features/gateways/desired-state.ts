import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './location-state.queries.ts';
import { mergePeers } from './peers.queries.ts';
import { setVersion } from './state-history.queries.ts';

/** What gateways should run. It is updated in the transaction that changes the rows from which it is derived. */
export interface DesiredState {
  /**
   * Updates the interface and the peers of these devices, or of all, from the rows of locations, devices and users.
   * Only an actual difference makes a new version. Creates a state of all peers if there is none. Does nothing if the
   * location does not exist.
   */
  recompute(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<void>;
  /** Creates the state of a location that was inserted without the API. */
  ensure(tx: Tx, locationId: number): Promise<void>;
  /** Has every replica read the state of the location again, also if the location was deleted. */
  notifyGateways(tx: Tx, locationId: number): Promise<void>;
}

export function createDesiredState({ clock }: { readonly clock: Clock }): DesiredState {
  /** The current version; undefined if there is no such location. */
  async function lockOrInsert(tx: Tx, locationId: number): Promise<number | undefined> {
    const version = await queries.lockVersion(tx, locationId);
    if (version !== undefined) return version;
    await queries.insertState(tx, { locationId, at: clock.now() });
    return queries.lockVersion(tx, locationId);
  }

  async function recompute(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<void> {
    const current = await lockOrInsert(tx, locationId);
    if (current === undefined) return;
    const next = { locationId, version: current + 1, at: clock.now() };
    const hasNewInterface = await queries.mergeInterface(tx, locationId, next.version);
    // a new state needs the peers of all devices
    const changedPeers = await mergePeers(tx, { ...next, deviceIds: current === 0 ? undefined : deviceIds });
    if (hasNewInterface || changedPeers > 0) await setVersion(tx, next);
  }

  return {
    recompute,
    async ensure(tx, locationId) {
      if (!(await queries.findState(tx, locationId))) await recompute(tx, locationId);
    },
    notifyGateways: (tx, locationId) => queries.notifyLocation(tx, locationId),
  };
}
