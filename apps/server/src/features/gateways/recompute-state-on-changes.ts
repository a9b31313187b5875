import type { Events } from '../../platform/events/events.ts';
import type { DesiredState } from './desired-state.ts';
import { listFilteredAssignments } from './firewall.queries.ts';
import { listNetworkDeviceLocations } from './peers.queries.ts';

/** Recomputes what gateways should run in the transaction of each change that affects it. */
export function recomputeStateOnChanges(events: Events, state: DesiredState): void {
  events.on('location.added', (tx, { payload }) => state.recompute(tx, payload.location.id));
  events.on('location.modified', (tx, { payload: { before, after } }) => {
    const concernsAllPeers =
      before.keepalive_interval !== after.keepalive_interval || before.location_mfa_mode !== after.location_mfa_mode;
    return state.recompute(tx, after.id, concernsAllPeers ? undefined : []);
  });
  events.on('location.removed', (tx, { payload }) => state.notifyGateways(tx, payload.location.id));
  events.onSignal('devices.assignments-changed', (tx, { assignments }) => state.recomputePeers(tx, assignments));
  events.on('access.deployed', (tx, { payload }) => state.recomputeFirewalls(tx, payload.locations));
  events.on('access.rules-expired', (tx, { payload }) => state.recomputeFirewalls(tx, payload.locations));
  // a network device stays in its location when its owner is disabled, but is a peer only while its owner is active;
  // rules name groups
  events.onSignal('users.access-changed', async (tx, { userIds }) => {
    const networkDevices = await listNetworkDeviceLocations(tx, userIds);
    const assignments = [...networkDevices, ...(await listFilteredAssignments(tx, userIds))];
    if (assignments.length > 0) await state.recomputePeers(tx, assignments);
  });
}
