import type { LastSeen } from '../devices/index.ts';
import { activeMilliseconds } from './count-sample.ts';
import type { LastSeenJson } from './last-seen.queries.ts';
import { hostOf } from './traffic.present.ts';

/** When and from where a device last connected to a location. */
export function toLastSeen(sample: LastSeenJson, now: Date): LastSeen {
  const at = new Date(sample.latest_handshake);
  return {
    deviceId: sample.device_id,
    locationId: sample.location_id,
    ip: hostOf(sample.endpoint),
    gateway: sample.gateway,
    at,
    isActive: !sample.removed && at.getTime() >= now.getTime() - activeMilliseconds,
  };
}
