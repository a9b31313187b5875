import { readDevice, type StoredDevice } from '../state-folder/state-folder.ts';
import { describeInstance, readInstances } from './client/client-status.ts';
import type { Dependencies } from './dependencies.ts';
import { stopOnTunnelError, tunnelOf, unknownMachine } from './stored-tunnel.ts';

export interface StatusOptions {
  /** Of a network device. */
  readonly deviceDir: string;
  /** Of devices of people. */
  readonly clientDir: string;
  readonly json: boolean;
}

type Needed = Pick<Dependencies, 'makeTunnel' | 'print'>;

/**
 * Prints what this machine is and its tunnels, also while `run` or `up` runs.
 * @throws StopError if it is neither a network device nor a device of a person
 */
export async function printStatus(options: StatusOptions, dependencies: Needed): Promise<void> {
  const { print } = dependencies;
  const stored = await readDevice(options.deviceDir);
  const device = stored && (await readDeviceStatus(stored, options.deviceDir, dependencies));
  const instances = await readInstances(options.clientDir, dependencies);
  if (options.json) return print(JSON.stringify({ network_device: device ?? null, instances }));
  if (!device && instances.length === 0) throw unknownMachine();
  const sections = [...(device ? [describeDevice(device)] : []), ...instances.map(describeInstance)];
  for (const [nth, lines] of sections.entries()) {
    if (nth > 0) print('');
    for (const line of lines) print(line);
  }
}

async function readDeviceStatus(device: StoredDevice, stateDir: string, dependencies: Needed) {
  const { deviceName, instanceName, url, interfaceName, tunnel } = device;
  const state = await stopOnTunnelError(() => tunnelOf(device, stateDir, dependencies).read());
  return {
    ...{ device: deviceName, instance: { name: instanceName, url }, location: tunnel.locationName },
    ...{ addresses: tunnel.addresses, networks: tunnel.networks, interface: interfaceName },
    is_up: state !== undefined,
    last_handshake_at: state?.lastHandshakeAt?.toISOString() ?? null,
  };
}

type DeviceStatus = Awaited<ReturnType<typeof readDeviceStatus>>;

function describeDevice(status: DeviceStatus): string[] {
  const rows = {
    Device: status.device,
    Instance: `${status.instance.name} (${status.instance.url})`,
    Location: status.location,
    Addresses: status.addresses.join(', '),
    Networks: status.networks.join(', ') || '–',
    Interface: `${status.interface} (${status.is_up ? 'up' : 'missing'})`,
    'Last handshake': status.last_handshake_at ?? '–',
  };
  return Object.entries(rows).map(([label, value]) => `${`${label}:`.padEnd(16)}${value}`);
}
