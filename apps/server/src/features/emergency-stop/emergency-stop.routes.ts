import * as contract from '@gatewarden/contract/emergency-stop';
import type { Actor } from '../../platform/actor.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Confirmation } from '../gateways/index.ts';
import type { EmergencyStopService } from './emergency-stop.service.ts';

export function addEmergencyStopRoutes(router: Router, emergency: EmergencyStopService): void {
  router.add(contract.stopUser, async ({ actor, origin, params, body }) => {
    const { gateways, removedFactors, ...ended } = await emergency.stop(actor, origin, params.username, body);
    return {
      ...ended,
      authenticator_removed: removedFactors.app,
      recovery_codes: removedFactors.recoveryCodes,
      gateways: gateways.map((gateway) => presentGateway(gateway, actor)),
    };
  });
  router.add(contract.previewStop, ({ actor, params }) => emergency.preview(actor, params.username));
  router.add(contract.getLastStop, async ({ params }) => {
    const stop = await emergency.findLast(params.username);
    return stop ? { ...stop, at: toNaive(stop.at) } : null;
  });
  router.add(contract.listSuspended, async ({ query }) =>
    (await emergency.listSuspended(query.username)).map((item) => ({
      ...item,
      added_at: toNaive(item.added_at),
      suspended_at: toNaive(item.suspended_at),
    })),
  );
  router.add(contract.listStopGateways, async ({ actor, params }) =>
    (await emergency.confirmations(params.username)).map((gateway) => presentGateway(gateway, actor)),
  );
}

/** Only administrators see the names of gateways. */
function presentGateway(gateway: Confirmation, { isAdmin }: Actor): contract.StopGateway {
  return {
    network_id: gateway.locationId,
    network_name: gateway.locationName,
    uid: gateway.id,
    gateway: isAdmin ? gateway.name : null,
    state: gateway.state,
    milliseconds: gateway.milliseconds,
  };
}
