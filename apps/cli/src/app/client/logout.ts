import { createClientStore } from '../../state-folder/client-store.ts';
import type { ClientDependencies } from './client-dependencies.ts';
import { disconnectAll } from './down.ts';
import { selectClient } from './select-location.ts';

export interface LogoutOptions {
  readonly instance: string | undefined;
  readonly stateDir: string;
}

/** Ends the tunnels of an instance and deletes its key and token. Core still has the device. @throws StopError */
export async function logout(
  { instance, stateDir }: LogoutOptions,
  dependencies: Pick<ClientDependencies, 'makeTunnel' | 'resolution' | 'print'>,
): Promise<void> {
  const store = createClientStore(stateDir);
  const client = selectClient(await store.list(), instance);
  await disconnectAll(store, client, dependencies);
  await store.remove(client.instanceId);
  dependencies.print(
    `This machine is no longer the device ${client.deviceName} of ${client.instanceName}. Delete the device in the console.`,
  );
}
