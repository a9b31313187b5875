import * as contract from '@gatewarden/contract/devices';
import { type EnterpriseSettings, getEnterpriseSettings, patchEnterpriseSettings } from '@gatewarden/contract/settings';
import type { Router } from '../../platform/http/router.ts';
import type { SettingsService } from '../settings/index.ts';
import { presentConfig, presentConfigText, presentDevice } from './devices.present.ts';
import type { DevicesService } from './devices.service.ts';

export function addDevicesRoutes(
  router: Router,
  devices: DevicesService,
  restrictions: () => Promise<EnterpriseSettings>,
  settings: Pick<SettingsService, 'patch'>,
): void {
  router.add(getEnterpriseSettings, restrictions);
  router.add(patchEnterpriseSettings, async ({ actor, origin, body }) => {
    await settings.patch(actor, origin, body);
    return null;
  });
  router.add(contract.addDevice, async ({ actor, origin, params, body }) => {
    const request = { username: params.username, name: body.name, publicKey: body.wireguard_pubkey };
    const { device, assignments } = await devices.add(actor, origin, request);
    return { device: presentDevice(device), configs: assignments.map(presentConfig) };
  });
  router.addList(contract.listDevices, async function* () {
    for await (const part of devices.list()) yield part.map(presentDevice);
  });
  router.add(contract.listUserDevices, async ({ params }) =>
    (await devices.listOf(params.username)).map(presentDevice),
  );
  router.add(contract.getDevice, async ({ actor, params }) => presentDevice(await devices.get(actor, params.id)));
  router.add(contract.updateDevice, async ({ actor, origin, params, body }) => {
    const changes = { name: body.name, publicKey: body.wireguard_pubkey, description: body.description ?? null };
    return presentDevice(await devices.update(actor, origin, params.id, changes));
  });
  router.add(contract.deleteDevice, async ({ actor, origin, params }) => {
    await devices.remove(actor, origin, params.id);
    return null;
  });
  router.add(contract.deleteDevices, async ({ actor, origin, body }) => {
    await devices.removeMany(actor, origin, [...new Set(body.devices)]);
    return {};
  });
  router.add(contract.restoreDevice, async ({ actor, origin, params }) => {
    const { device, readdressed } = await devices.restore(actor, origin, params.id);
    return { device: presentDevice(device), readdressed_locations: [...readdressed] };
  });
  router.add(contract.switchOnDevice, async ({ actor, origin, params }) =>
    presentDevice(await devices.switchOn(actor, origin, params.id)),
  );
  router.add(contract.getLocationUsage, ({ params }) => devices.getUsage(params.id));
  router.add(contract.getDeviceConfig, async ({ actor, params }) =>
    presentConfigText(await devices.getAssignment(actor, params.deviceId, params.networkId)),
  );
}
