import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { listFilteredLocations } from './firewall.queries.ts';
import type { FirewallState } from './firewall-state.ts';
import * as queries from './location-state.queries.ts';
import { type Assignment, mergePeers, mergePeersOfLocations } from './peers.queries.ts';
import { setNextVersions } from './state-history.queries.ts';

/** What gateways should run. It is updated in the transaction that changes the rows from which it is derived. */
export interface DesiredState {
  /**
   * Updates the interface and the peers of these devices, or of all, from the rows of locations, devices and users.
   * Only an actual difference makes a new version. Creates a state of all peers if there is none. Does nothing if the
   * location does not exist.
   */
  recompute(tx: Tx, locationId: number, deviceIds?: readonly number[]): Promise<void>;
  /** Recompiles what gateways of these locations enforce, after a change of rules. Ignores locations that do not exist. */
  recomputeFirewalls(tx: Tx, locationIds: readonly number[] | 'all'): Promise<void>;
  /** As `recompute` for the peers of these devices in these locations, in as many statements as for one location. */
  recomputePeers(tx: Tx, assignments: readonly Assignment[]): Promise<void>;
  /** Creates the state of a location that was inserted without the API. */
  ensure(tx: Tx, locationId: number): Promise<void>;
  /** Has every replica read the state of the location again, also if the location was deleted. */
  notifyGateways(tx: Tx, locationId: number): Promise<void>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly firewall: FirewallState;
}

interface Changes {
  readonly assignments?: readonly Assignment[] | undefined;
  readonly rulesChanged?: boolean;
}

export function createDesiredState({ clock, firewall }: Dependencies): DesiredState {
  /** The current versions by location; without locations that do not exist. */
  async function lockOrInsert(tx: Tx, locationIds: readonly number[]): Promise<Map<number, number>> {
    const versions = await queries.lockVersions(tx, locationIds);
    if (versions.size === locationIds.length) return versions;
    await queries.insertStates(tx, { locationIds, at: clock.now() });
    return queries.lockVersions(tx, locationIds);
  }

  /** `assignments` undefined means those of all devices. With `rulesChanged`, everything is recompiled. */
  async function recomputeAll(
    tx: Tx,
    locationIds: readonly number[],
    { assignments, rulesChanged = false }: Changes,
  ): Promise<void> {
    const at = clock.now();
    const versions = await lockOrInsert(tx, locationIds);
    const all = [...versions.keys()];
    // a new state needs the peers of all devices
    const added = assignments ? all.filter((id) => versions.get(id) === 0) : all;
    const changed = new Set(await queries.mergeInterfaces(tx, all));
    for (const id of await mergePeersOfLocations(tx, added, at)) changed.add(id);
    const remaining = assignments?.filter(({ location_id: id }) => versions.has(id) && !added.includes(id)) ?? [];
    for (const id of await mergePeers(tx, remaining, at)) changed.add(id);
    const completeIds = rulesChanged ? all : added;
    for (const id of await firewall.update(tx, { locationIds: all, completeIds, assignments: remaining }, at)) {
      changed.add(id);
    }
    await setNextVersions(tx, [...changed], at);
  }

  const recompute: DesiredState['recompute'] = (tx, locationId, deviceIds) =>
    recomputeAll(tx, [locationId], {
      assignments: deviceIds?.map((id) => ({ location_id: locationId, device_id: id })),
    });

  return {
    recompute,
    recomputePeers: (tx, assignments) => {
      const locationIds = new Set(assignments.map(({ location_id: id }) => id));
      return recomputeAll(tx, [...locationIds], { assignments });
    },
    async recomputeFirewalls(tx, locationIds) {
      const filtered = await listFilteredLocations(tx, locationIds);
      await recomputeAll(tx, filtered, { assignments: [], rulesChanged: true });
    },
    async ensure(tx, locationId) {
      if (!(await queries.findState(tx, locationId))) await recompute(tx, locationId);
    },
    notifyGateways: (tx, locationId) => queries.notifyLocations(tx, [locationId]),
  };
}
