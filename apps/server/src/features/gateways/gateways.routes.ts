import * as contract from '@gatewarden/contract/gateways';
import { requireReauthenticationOfSession } from '../../platform/actor.ts';
import type { Router } from '../../platform/http/router.ts';
import { presentRefusal } from './gateways.present.ts';
import type { GatewaysService, ShownToken } from './gateways.service.ts';
import type { OfferedPackage } from './installation/offered-package.ts';

interface Dependencies {
  readonly gateways: GatewaysService;
  readonly offered: OfferedPackage | undefined;
}

export function addGatewaysRoutes(router: Router, { gateways, offered }: Dependencies): void {
  const presentToken = ({ token, grpcUrl, isLoopback }: ShownToken) => ({
    token,
    grpc_url: grpcUrl,
    loopback: isLoopback,
    package: offered ? presentPackage(offered) : null,
  });
  router.add(
    contract.getGatewayToken,
    async ({ actor, origin, params, query }) => {
      requireReauthenticationOfSession(actor);
      return presentToken(await gateways.token(origin, params.id, query.address));
    },
    { checkHead: ({ params }) => gateways.requireLocation(params.id) },
  );
  router.add(contract.rotateGatewayToken, async ({ actor, origin, params, query }) => {
    requireReauthenticationOfSession(actor);
    return presentToken(await gateways.rotateToken(origin, params.id, query.address));
  });
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

function presentPackage({ version, file, sha256, installerSha256, containerfileSha256 }: OfferedPackage) {
  const sums = { installer_sha256: installerSha256, containerfile_sha256: containerfileSha256 };
  return { version, file, sha256, ...sums };
}
