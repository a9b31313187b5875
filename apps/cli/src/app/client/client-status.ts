import type { Tunnel } from '../../ports/tunnel.ts';
import { type ClientStore, createClientStore } from '../../state-folder/client-store.ts';
import { readInterface } from '../../state-folder/location-folder.ts';
import type { StoredClient, StoredLocation } from '../../state-folder/stored-client.ts';
import type { Dependencies } from '../dependencies.ts';
import { stopOnTunnelError } from '../stored-tunnel.ts';
import { locationTunnel } from './location-tunnel.ts';

/** What `status --json` prints of an instance; no secrets. */
export interface InstanceStatus {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly device: string;
  readonly locations: readonly LocationStatus[];
}

interface LocationStatus {
  readonly id: number;
  readonly name: string;
  readonly two_factor: StoredLocation['factor'];
  readonly addresses: readonly string[];
  readonly networks: readonly string[];
  /** Null: not connected. */
  readonly interface: string | null;
  /** Null: none since it was connected. */
  readonly last_handshake_at: string | null;
}

type Needed = Pick<Dependencies, 'makeTunnel'>;

/** All instances of the folder, by name. @throws StopError when it cannot be read */
export async function readInstances(stateDir: string, dependencies: Needed): Promise<InstanceStatus[]> {
  const store = createClientStore(stateDir);
  const clients = await store.list();
  return Promise.all(clients.map((client) => readInstance(store, client, dependencies)));
}

async function readInstance(store: ClientStore, client: StoredClient, dependencies: Needed): Promise<InstanceStatus> {
  const { instanceId, instanceName, url, username, deviceName, locations } = client;
  const states: LocationStatus[] = [];
  for (const location of locations) {
    const path = store.locationFolder(instanceId, location.id);
    states.push(await readLocation(path, location, dependencies));
  }
  return { id: instanceId, name: instanceName, url, username, device: deviceName, locations: states };
}

async function readLocation(
  path: string,
  { id, factor, tunnel: { locationName, addresses, networks } }: StoredLocation,
  { makeTunnel }: Needed,
): Promise<LocationStatus> {
  const link = await readInterface(path);
  const state = link && (await readTunnel(locationTunnel({ link, path }, makeTunnel)));
  return {
    ...{ id, name: locationName, two_factor: factor, addresses, networks },
    interface: link && state ? link.name : null,
    last_handshake_at: state?.lastHandshakeAt?.toISOString() ?? null,
  };
}

function readTunnel(tunnel: Tunnel) {
  return stopOnTunnelError(() => tunnel.read());
}

/** Lines for a person. */
export function describeInstance({ name, url, username, device, locations }: InstanceStatus): string[] {
  const rows = { Instance: `${name} (${url})`, User: username, Device: device };
  return [
    ...Object.entries(rows).map(([label, value]) => `${`${label}:`.padEnd(16)}${value}`),
    'Locations:',
    ...locations.map(describeLocation),
  ];
}

function describeLocation(location: LocationStatus): string {
  const name = `  ${String(location.id).padEnd(4)} ${location.name}`;
  if (location.interface === null) return `${name}: not connected`;
  const handshake = location.last_handshake_at ?? 'none yet';
  return `${name}: ${location.interface}, ${location.addresses.join(', ')}, last handshake: ${handshake}`;
}
