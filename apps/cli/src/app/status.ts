import { readDevice } from '../state-folder/state-folder.ts';
import type { Dependencies } from './dependencies.ts';
import { requireJoined, stopOnTunnelError, tunnelOf } from './stored-tunnel.ts';

/** Prints the device and its tunnel, also while `run` runs. @throws StopError if this machine has not joined */
export async function printStatus(stateDir: string, dependencies: Dependencies): Promise<void> {
  const device = requireJoined(await readDevice(stateDir));
  const { deviceName, instanceName, url, interfaceName, tunnel } = device;
  const state = await stopOnTunnelError(() => tunnelOf(device, stateDir, dependencies).read());
  const rows = {
    Device: deviceName,
    Instance: `${instanceName} (${url})`,
    Location: tunnel.locationName,
    Addresses: tunnel.addresses.join(', '),
    Networks: tunnel.networks.join(', ') || '–',
    Interface: `${interfaceName} (${state ? 'up' : 'missing'})`,
    'Last handshake': state?.lastHandshakeAt?.toISOString() ?? '–',
  };
  for (const [label, value] of Object.entries(rows)) dependencies.print(`${`${label}:`.padEnd(16)}${value}`);
}
