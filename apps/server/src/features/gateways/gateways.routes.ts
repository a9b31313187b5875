import * as contract from '@gatewarden/contract/gateways';
import type { Router } from '../../platform/http/router.ts';
import { presentRefusal } from './gateways.present.ts';
import type { GatewaysService, ShownToken } from './gateways.service.ts';

export function addGatewaysRoutes(router: Router, gateways: GatewaysService): void {
  router.add(
    contract.getGatewayToken,
    async ({ origin, params, query }) => presentToken(await gateways.token(origin, params.id, query.address)),
    { checkHead: ({ params }) => gateways.requireLocation(params.id) },
  );
  router.add(contract.rotateGatewayToken, async ({ origin, params, query }) =>
    presentToken(await gateways.rotateToken(origin, params.id, query.address)),
  );
  router.add(contract.listAllGateways, async () =>
    Object.fromEntries(Map.groupBy(await gateways.listAll(), (gateway) => String(gateway.network_id))),
  );
  router.add(contract.listGateways, ({ params }) => gateways.listByLocations([params.id]));
  router.add(contract.listGatewayRefusals, async ({ params }) =>
    (await gateways.refusals(params.id)).map(presentRefusal),
  );
  router.add(contract.revokeGateway, async ({ origin, params }) => {
    await gateways.revoke(origin, params.id, params.gatewayId);
    return null;
  });
  router.add(contract.deleteGateway, async ({ origin, params }) => {
    await gateways.remove(origin, params.id, params.gatewayId);
    return null;
  });
}

function presentToken({ token, grpcUrl, isLoopback }: ShownToken) {
  return { token, grpc_url: grpcUrl, loopback: isLoopback };
}
