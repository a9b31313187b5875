import { DomainError } from '@gatewarden/contract/errors';
import * as contract from '@gatewarden/contract/users';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Clock } from '../../ports/clock.ts';
import { presentUserDevice } from '../devices/index.ts';
import { presentSecurityKey } from '../mfa/index.ts';
import { toLastSeen } from '../traffic/index.ts';
import { presentUser } from '../users/index.ts';
import { findUserDetails } from './user-details.queries.ts';

export interface Sources {
  readonly db: Database;
  readonly clock: Clock;
}

export function addUserDetailsRoutes(router: Router, { db, clock }: Sources): void {
  router.add(contract.getUser, async ({ params }) => {
    const user = await findUserDetails(db, params.username);
    if (!user) throw new DomainError('user_not_found');
    // the calls about devices are refused while the VPN module is off
    const devices = user.is_vpn_enabled ? user.devices : [];
    const now = clock.now();
    const seen = Map.groupBy(
      user.seen.map((row) => toLastSeen(row, now)),
      (last) => last.deviceId,
    );
    return {
      user: presentUser(user),
      devices: devices.map((device) => presentUserDevice(device, seen.get(device.id) ?? [])),
      biometric_enabled_devices: devices.filter(({ has_auth_key }) => has_auth_key).map(({ id }) => id),
      security_keys: user.keys.map(presentSecurityKey),
      suspended: user.suspended,
    };
  });
}
