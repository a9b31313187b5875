import * as contract from '@gatewarden/contract/network-devices';
import type { Router } from '../../platform/http/router.ts';
import { presentConfig, presentConfigText } from './devices.present.ts';
import { presentNetworkDevice, presentSplitIp } from './network-devices.present.ts';
import type { NetworkDevicesService } from './network-devices.service.ts';
import type { NetworkEnrollment } from './network-enrollment.ts';

interface Services {
  readonly devices: NetworkDevicesService;
  readonly enrollment: NetworkEnrollment;
  /** Where programs on devices reach core. @throws edge_disabled */
  readonly edgeUrl: () => string;
}

export function addNetworkDevicesRoutes(router: Router, { devices, enrollment, edgeUrl }: Services): void {
  router.add(contract.suggestNetworkDeviceIps, async ({ params }) =>
    (await devices.suggest(params.locationId)).map(presentSplitIp),
  );
  router.add(contract.checkNetworkDeviceIps, ({ params, body }) => devices.check(params.locationId, body.ips));
  router.add(contract.addNetworkDevice, async ({ actor, origin, body }) => {
    const { device, place } = await devices.add(actor, origin, {
      name: body.name,
      description: body.description ?? null,
      locationId: body.location_id,
      addresses: body.assigned_ips,
      publicKey: body.wireguard_pubkey,
    });
    return { config: presentConfig(place), device: presentNetworkDevice(device) };
  });
  router.add(contract.startNetworkDevice, async ({ actor, origin, body }) => {
    const enrollment_url = edgeUrl();
    const enrollment_token = await enrollment.add(actor, origin, {
      name: body.name,
      description: body.description ?? null,
      locationId: body.location_id,
      addresses: body.assigned_ips,
    });
    return { enrollment_token, enrollment_url };
  });
  router.add(contract.restartNetworkDevice, async ({ actor, origin, params }) => {
    const enrollment_url = edgeUrl();
    return { enrollment_token: await enrollment.renew(actor, origin, params.id), enrollment_url };
  });
  router.add(contract.listNetworkDevices, async () => (await devices.list()).map(presentNetworkDevice));
  router.add(contract.getNetworkDevice, async ({ params }) => presentNetworkDevice(await devices.get(params.id)));
  router.add(contract.updateNetworkDevice, async ({ origin, params, body }) => {
    const changes = { name: body.name, description: body.description ?? null, addresses: body.assigned_ips };
    return presentNetworkDevice(await devices.update(origin, params.id, changes));
  });
  router.add(contract.deleteNetworkDevice, async ({ origin, params }) => {
    await devices.remove(origin, params.id);
    return null;
  });
  router.add(contract.getNetworkDeviceConfig, async ({ params }) =>
    presentConfigText(await devices.getPlace(params.id)),
  );
}
