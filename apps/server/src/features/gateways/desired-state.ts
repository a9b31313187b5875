import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './location-state.queries.ts';
import { mergePeers } from './peers.queries.ts';
import { setVersion } from './state-history.queries.ts';

/** What gateways should run, kept in step with what it follows from, in the transaction that changes it. */
export interface DesiredState {
  /**
   * Brings interface and the peers of these devices, or of all, in line with the rows of locations, devices and users.
   * Only a real difference makes a new version. Where there was no state, there is one afterwards, of all peers; where
   * the location is gone nothing happens.
   */
  recompute(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<void>;
  /** Makes the state of a location that was inserted without the API. */
  ensure(tx: Tx, locationId: number): Promise<void>;
  /** Gateways of the location look again, and find it gone. */
  notifyGateways(tx: Tx, locationId: number): Promise<void>;
}

export function createDesiredState({ clock }: { readonly clock: Clock }): DesiredState {
  /** Undefined when there is no such location. */
  async function lockOrInsert(tx: Tx, locationId: number): Promise<number | undefined> {
    const held = await queries.lockVersion(tx, locationId);
    if (held !== undefined) return held;
    await queries.insertState(tx, { locationId, at: clock.now() });
    return queries.lockVersion(tx, locationId);
  }

  async function recompute(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<void> {
    const held = await lockOrInsert(tx, locationId);
    if (held === undefined) return;
    const next = { locationId, version: held + 1, at: clock.now() };
    const hasNewInterface = await queries.mergeInterface(tx, locationId, next.version);
    // in a new state there is nothing that the other devices could have kept
    const changedPeers = await mergePeers(tx, { ...next, deviceIds: held === 0 ? undefined : deviceIds });
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
