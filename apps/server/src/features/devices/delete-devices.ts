import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { deleteAssignments, listAssignments, lockLocationsOf } from './assignments.queries.ts';
import * as queries from './devices.queries.ts';
import { signalAssignmentChanges } from './reassign-devices.ts';

/**
 * Deletes devices and releases their addresses. Returns how many existed. Their locations remain until the transaction
 * ends, but other devices of these can be added and changed meanwhile.
 */
export async function deleteDevices(tx: Tx, events: Events, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await lockLocationsOf(tx, ids);
  const deviceIds = await queries.lockDevices(tx, ids);
  await events.signal(tx, 'devices.removing', { deviceIds });
  const assignments = await listAssignments(tx, deviceIds);
  await deleteAssignments(tx, assignments);
  await queries.deleteDevices(tx, deviceIds);
  await signalAssignmentChanges(tx, events, assignments);
  return deviceIds.length;
}
