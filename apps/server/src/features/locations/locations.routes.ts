import type { GatewayStatus } from '@gatewarden/contract/gateways';
import * as contract from '@gatewarden/contract/locations';
import type { Router } from '../../platform/http/router.ts';
import { presentLocation, presentLocationInfo } from './locations.present.ts';
import type { LocationRow } from './locations.queries.ts';
import type { LocationsService } from './locations.service.ts';

interface Dependencies {
  readonly locations: LocationsService;
  /** Gateways of these locations. */
  readonly listGateways: (locationIds: readonly number[]) => Promise<GatewayStatus[]>;
  /** @throws location_not_found */
  readonly get: (id: number) => Promise<{ location: LocationRow; gateways: GatewayStatus[] }>;
}

export function addLocationsRoutes(router: Router, { locations, listGateways, get }: Dependencies): void {
  router.add(contract.listLocations, async () => {
    const all = await locations.list();
    const gateways = Map.groupBy(await listGateways(all.map(({ id }) => id)), (gateway) => gateway.network_id);
    return all.map((location) => presentLocationInfo(location, gateways.get(location.id) ?? []));
  });
  router.add(contract.addLocation, async ({ origin, body }) => presentLocation(await locations.add(origin, body), []));
  router.add(contract.getLocation, async ({ params }) => {
    const { location, gateways } = await get(params.id);
    return presentLocationInfo(location, gateways);
  });
  router.add(contract.updateLocation, async ({ origin, params: { id }, body }) =>
    presentLocation(await locations.update(origin, id, body), await listGateways([id])),
  );
  router.add(contract.deleteLocation, async ({ origin, params }) => {
    await locations.remove(origin, params.id);
    return null;
  });
}
