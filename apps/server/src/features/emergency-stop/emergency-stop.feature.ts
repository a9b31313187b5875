import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiTokensService } from '../api-tokens/index.ts';
import type { AuthKeysService } from '../auth-keys/index.ts';
import type { DevicesService } from '../devices/index.ts';
import type { Feature } from '../feature.ts';
import type { Confirmations } from '../gateways/index.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import type { UsersService } from '../users/index.ts';
import { emergencyStopEvents } from './emergency-stop.events.ts';
import { addEmergencyStopRoutes } from './emergency-stop.routes.ts';
import { createEmergencyStopService } from './emergency-stop.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly users: Pick<UsersService, 'access'>;
  readonly auth: { readonly endSessions: (tx: Tx, userId: number, exceptId: number | undefined) => Promise<number> };
  readonly apiTokens: Pick<ApiTokensService, 'removeAll'>;
  readonly devices: Pick<DevicesService, 'switchOff' | 'suspend' | 'suspendNetworkDevices'> & {
    readonly withdrawEnrollments: (tx: Tx, userId: number) => Promise<void>;
  };
  /** Tokens with which people enrol, add devices and set passwords. */
  readonly enrollment: { readonly withdraw: (tx: Tx, userId: number) => Promise<void> };
  readonly authKeys: Pick<AuthKeysService, 'suspend'>;
  readonly mfa: Pick<MfaService, 'suspend'> & { readonly securityKeys: Pick<SecurityKeys, 'suspend'> };
  readonly gateways: { readonly confirmations: Confirmations };
}

/** Ends all access of a user. */
export function createEmergencyStop(dependencies: Dependencies) {
  const { db, events, clock, users, auth, apiTokens, devices, enrollment, authKeys, mfa, gateways } = dependencies;
  const emergencyStop = createEmergencyStopService({
    db,
    events,
    clock,
    users,
    endSessions: auth.endSessions,
    deleteTokens: apiTokens.removeAll,
    switchOffDevices: devices.switchOff,
    suspendDevices: devices.suspend,
    suspendNetworkDevices: devices.suspendNetworkDevices,
    async withdrawEnrollments(tx, userId) {
      await devices.withdrawEnrollments(tx, userId);
      await enrollment.withdraw(tx, userId);
    },
    suspendKeys: async (tx, userId, since) =>
      (await authKeys.suspend(tx, userId, since)) + (await mfa.securityKeys.suspend(tx, userId, since)),
    suspendFactors: mfa.suspend,
    gateways: gateways.confirmations,
  });
  const feature: Feature = {
    name: 'emergency-stop',
    addRoutes: (router) => addEmergencyStopRoutes(router, emergencyStop),
    events: emergencyStopEvents,
  };
  return { feature };
}
