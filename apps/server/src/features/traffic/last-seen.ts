import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LastSeen } from '../devices/index.ts';
import { activeMilliseconds } from './count-sample.ts';
import { listLastSeen } from './last-seen.queries.ts';
import { hostOf } from './traffic.present.ts';

/**
 * When and from where the devices of a user last connected: one entry per device and location. Devices that never connected have
 * none.
 */
export function createLastSeen({ db, clock }: { db: Database; clock: Clock }) {
  return async (userId: number): Promise<LastSeen[]> => {
    const activeSince = clock.now().getTime() - activeMilliseconds;
    return (await listLastSeen(db, userId)).map(
      ({ device_id, location_id, endpoint, gateway, latest_handshake, removed }) => ({
        deviceId: device_id,
        locationId: location_id,
        ip: hostOf(endpoint),
        gateway,
        at: latest_handshake,
        isActive: !removed && latest_handshake.getTime() >= activeSince,
      }),
    );
  };
}
