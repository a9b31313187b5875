import { StopError } from '@gatewarden/link/stop-error';
import { type ClientStore, createClientStore } from '../../state-folder/client-store.ts';
import { readInterface, stopLocation } from '../../state-folder/location-folder.ts';
import type { StoredClient, StoredLocation } from '../../state-folder/stored-client.ts';
import { stopOnTunnelError } from '../stored-tunnel.ts';
import type { ClientDependencies } from './client-dependencies.ts';
import { locationTunnel } from './location-tunnel.ts';
import { printDisconnected } from './print-disconnected.ts';
import { type Selection, selectClient, selectLocation } from './select-location.ts';

export interface DownOptions extends Selection {
  readonly stateDir: string;
}

type Needed = Pick<ClientDependencies, 'makeTunnel' | 'resolution' | 'print'>;

/** Ends the `up` of the location; without one, those of all locations of the instance. @throws StopError */
export async function down(options: DownOptions, dependencies: Needed): Promise<void> {
  const store = createClientStore(options.stateDir);
  const clients = await store.list();
  if (options.location !== undefined) {
    const { client, location } = selectLocation(clients, options);
    await disconnectLocation({ store, client, location }, dependencies);
  } else {
    await disconnectAll(store, selectClient(clients, options.instance), dependencies);
  }
}

/** @throws StopError */
export async function disconnectAll(store: ClientStore, client: StoredClient, dependencies: Needed): Promise<void> {
  for (const location of client.locations) {
    const path = store.locationFolder(client.instanceId, location.id);
    if (await readInterface(path)) await disconnectLocation({ store, client, location }, dependencies);
  }
}

interface Target {
  readonly store: ClientStore;
  readonly client: StoredClient;
  readonly location: StoredLocation;
}

async function disconnectLocation({ store, client, location }: Target, dependencies: Needed): Promise<void> {
  const { makeTunnel, resolution, print } = dependencies;
  const path = store.locationFolder(client.instanceId, location.id);
  const name = location.tunnel.locationName;
  const result = await stopLocation(path, async () => {
    // of an `up` that was killed
    const link = await readInterface(path);
    if (!link) return;
    await resolution.revert(link.name);
    await stopOnTunnelError(() => locationTunnel({ link, path }, makeTunnel).remove());
  });
  if (result === 'busy') throw new StopError('failed', `The process that connected ${name} does not end.`);
  printDisconnected(print, name, result);
}
