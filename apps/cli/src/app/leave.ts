import { openStateFolder } from '../state-folder/state-folder.ts';
import type { Dependencies } from './dependencies.ts';
import { removeDevice, requireJoined } from './stored-tunnel.ts';

/** Removes the interface and all that is stored. Core still has the device. @throws StopError, also while `run` runs */
export async function leave(stateDir: string, dependencies: Dependencies): Promise<void> {
  await using folder = await openStateFolder(stateDir);
  const device = requireJoined(await folder.read());
  await removeDevice(folder, device, dependencies);
  dependencies.print(`This machine is no longer the device ${device.deviceName}. Delete the device in the console.`);
}
