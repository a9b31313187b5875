import { formatAddress } from '@gatewarden/net/address';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Assignment } from '../../src/features/devices/assignments.queries.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { AssignmentState } from './assignment-state.ts';

type TrackedAssignments = Map<string, string>;

/**
 * Tracks devices in locations from the signal alone, as gateways do; the result must match the stored assignments.
 * Call `commit` after a change that succeeded, `rollBack` after one that was refused.
 */
export function trackAssignments() {
  let committed: TrackedAssignments = new Map();
  let current: TrackedAssignments = new Map();

  return {
    async listener(tx: Tx, { assignments }: { assignments: readonly Assignment[] }) {
      for (const { location_id, device_id } of assignments) current.delete(`${location_id}:${device_id}`);
      const locationIds = assignments.map((assignment) => assignment.location_id);
      const deviceIds = assignments.map((assignment) => assignment.device_id);
      const { rows } = await sql<Assignment & { shown: string }>`
        select dl.location_id, dl.device_id,
          d.public_key || ' ' || array_to_string(array(select host(a.address) from device_address a
            where a.device_id = d.id and a.location_id = dl.location_id order by a.position), ' ') as shown
        from device_location dl join device d on d.id = dl.device_id
        where (dl.location_id, dl.device_id) in (select * from unnest(${locationIds}::int[], ${deviceIds}::int[]))`.execute(
        tx,
      );
      for (const row of rows) current.set(`${row.location_id}:${row.device_id}`, row.shown);
    },
    commit() {
      committed = new Map(current);
    },
    rollBack() {
      current = new Map(committed);
    },
    expectUpToDate(facts: AssignmentState) {
      const locations = new Set(facts.locations.map((location) => `${location.id}`));
      // the deletion of a location is not signalled for each of its devices
      const tracked = [...current].filter(([place]) => locations.has(place.split(':')[0] ?? ''));
      expect(new Map(tracked.toSorted())).toEqual(new Map(describeAssignments(facts).toSorted()));
    },
  };
}

function describeAssignments({ assignments, devices }: AssignmentState): [string, string][] {
  const keys = new Map(devices.map((device) => [`${device.id}`, device.public_key]));
  return [...assignments].map(([place, addresses]) => {
    const texts = [...addresses.values()].map(formatAddress);
    return [place, [keys.get(place.split(':')[1] ?? ''), ...texts].join(' ')];
  });
}
