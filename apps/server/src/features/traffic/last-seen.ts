import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { activeMilliseconds } from './count-sample.ts';
import { listLastSeen } from './last-seen.queries.ts';
import { hostOf } from './traffic.present.ts';

/** When and from where a device was last connected to a location. */
export interface LastSeen {
  readonly deviceId: number;
  readonly locationId: number;
  /** Public address without port; null when the gateway did not know it. */
  readonly ip: string | null;
  /** Latest handshake. */
  readonly at: Date;
  /** Whether that was within the last eight minutes. */
  readonly isActive: boolean;
}

/** Each device and location at most once; nothing for those that never connected. */
export function createLastSeen({ db, clock }: { db: Database; clock: Clock }) {
  return async (deviceIds: readonly number[]): Promise<LastSeen[]> => {
    if (deviceIds.length === 0) return [];
    const activeSince = clock.now().getTime() - activeMilliseconds;
    return (await listLastSeen(db, deviceIds)).map(({ device_id, location_id, endpoint, latest_handshake }) => ({
      deviceId: device_id,
      locationId: location_id,
      ip: hostOf(endpoint),
      at: latest_handshake,
      isActive: latest_handshake.getTime() >= activeSince,
    }));
  };
}
