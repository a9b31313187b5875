import * as contract from '@gatewarden/contract/users';
import type { Router } from '../../platform/http/router.ts';
import type { DevicesService } from '../devices/index.ts';
import { presentUserDevice } from '../devices/index.ts';
import type { EmergencyStopService } from '../emergency-stop/index.ts';
import { presentSecurityKey, type SecurityKeys } from '../mfa/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { presentUser, type UsersService } from '../users/index.ts';

export interface Sources {
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: Pick<UsersService, 'get'>;
  readonly devices: Pick<DevicesService, 'listWithAssignments'>;
  readonly securityKeys: Pick<SecurityKeys, 'listOf'>;
  readonly emergencyStop: Pick<EmergencyStopService, 'countSuspended'>;
}

export function addUserDetailsRoutes(router: Router, sources: Sources): void {
  const { settings, users, devices, securityKeys, emergencyStop } = sources;
  /** None while the VPN module is off, whose calls are refused. */
  const listDevices = async (userId: number) =>
    (await settings.get()).wireguard_enabled ? devices.listWithAssignments(userId) : [];

  router.add(contract.getUser, async ({ params }) => {
    const user = await users.get(params.username);
    const [owned, keys, suspended] = await Promise.all([
      listDevices(user.id),
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
