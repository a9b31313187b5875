import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import { TunnelError } from '@gatewarden/tunnel/tunnel-error';
import type { Tunnel } from '../ports/tunnel.ts';
import { temporaryFolderOf } from '../state-folder/private-folder.ts';
import { markOf, type StateFolder, type StoredDevice } from '../state-folder/state-folder.ts';
import type { Dependencies } from './dependencies.ts';

/** The interface of a stored device. */
export function tunnelOf(device: StoredDevice, path: string, { makeTunnel }: Pick<Dependencies, 'makeTunnel'>): Tunnel {
  const { interfaceName: name, userspaceOnly, privateKey } = device;
  return makeTunnel({
    ...{ name, userspaceOnly, mark: markOf(path), secretFolder: temporaryFolderOf(path) },
    privateKey: new Secret(privateKey),
  });
}

/** Removes the interface, then everything that is stored, so that a failure can be repeated. @throws StopError */
export async function removeDevice(
  folder: StateFolder,
  device: StoredDevice,
  dependencies: Pick<Dependencies, 'makeTunnel'>,
): Promise<void> {
  await stopOnTunnelError(() => tunnelOf(device, folder.path, dependencies).remove());
  await folder.clear();
}

/** @throws StopError for a TunnelError */
export async function stopOnTunnelError<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof TunnelError) throw new StopError('failed', error.message, { cause: error });
    throw error;
  }
}

/** @throws StopError if this machine has not joined */
export function requireJoined(device: StoredDevice | undefined): StoredDevice {
  if (device) return device;
  throw new StopError('usage', 'This machine has not joined; use "gatewarden join" with the token of the console.');
}

/** It is neither a network device nor a device of a person. */
export function unknownMachine(): StopError {
  return new StopError(
    'usage',
    'This machine is no device yet; use "gatewarden login" with a link of the console, or "gatewarden join" with a token.',
  );
}
