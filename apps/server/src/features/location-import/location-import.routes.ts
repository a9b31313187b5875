import * as contract from '@gatewarden/contract/location-import';
import type { Router } from '../../platform/http/router.ts';
import type { DevicesService } from '../devices/index.ts';
import { presentLocation } from '../locations/index.ts';
import { presentPreview, presentRemaining } from './location-import.present.ts';
import type { LocationImportService } from './location-import.service.ts';

export function addLocationImportRoutes(
  router: Router,
  locationImport: LocationImportService,
  devices: Pick<DevicesService, 'addImported'>,
): void {
  router.add(contract.previewLocationImport, async ({ actor, body }) =>
    presentPreview(await locationImport.preview(actor, body)),
  );
  router.add(contract.importLocation, async ({ actor, origin, body }) => {
    const { location, remaining } = await locationImport.import(actor, origin, body);
    return {
      network: presentLocation(location, []),
      devices: remaining.map(({ peer, addresses }) => presentRemaining(peer, addresses)),
    };
  });
  router.add(contract.addImportedDevices, async ({ actor, origin, params, body }) => {
    if (body.devices.length === 0) return { alternative: null };
    const peers = body.devices.map((device) => ({
      userId: device.user_id,
      kind: 'user' as const,
      name: device.name,
      publicKey: device.wireguard_pubkey,
      addresses: device.wireguard_ips,
    }));
    await devices.addImported(actor, origin, params.id, peers);
    return {};
  });
}
