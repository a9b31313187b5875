import * as contract from '@gatewarden/contract/users';
import type { Router } from '../../platform/http/router.ts';
import type { DevicesService } from '../devices/index.ts';
import { presentUserDevice } from '../devices/index.ts';
import type { EmergencyStopService } from '../emergency-stop/index.ts';
import { presentSecurityKey, type SecurityKeys } from '../mfa/index.ts';
import { presentUser, type UsersService } from '../users/index.ts';

export interface Sources {
  readonly users: Pick<UsersService, 'get'>;
  readonly devices: Pick<DevicesService, 'listWithAssignments'>;
  readonly securityKeys: Pick<SecurityKeys, 'listOf'>;
  readonly emergencyStop: Pick<EmergencyStopService, 'countSuspended'>;
}

export function addUserDetailsRoutes(router: Router, { users, devices, securityKeys, emergencyStop }: Sources): void {
  router.add(contract.getUser, async ({ params }) => {
    const user = await users.get(params.username);
    const [owned, keys, suspended] = await Promise.all([
      devices.listWithAssignments(user.id),
      securityKeys.listOf(user.id),
      emergencyStop.countSuspended(user.id),
    ]);
    return {
      user: presentUser(user),
      devices: owned.map(({ device, assignments, seen }) => presentUserDevice(device, assignments, seen)),
      biometric_enabled_devices: [],
      security_keys: keys.map(presentSecurityKey),
      suspended,
    };
  });
}
