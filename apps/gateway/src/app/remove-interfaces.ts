import type { Logger } from 'pino';
import { openStateFolder } from '../state-folder/state-folder.ts';
import type { Makers } from './makers.ts';
import { removeInterfaceOf, toStopError } from './remove-interface.ts';

/**
 * Removes the interfaces that this gateway created, with their firewalls and address translations. Its credential and last
 * state remain, so the next start creates them again.
 * @throws StopError while the agent runs, which would create them again
 */
export async function removeInterfaces(stateDir: string, makers: Makers, log: Logger): Promise<void> {
  await using folder = await openStateFolder(stateDir);
  const { mark, names } = await folder.readInterfaces();
  for (const name of names) {
    try {
      await removeInterfaceOf(folder, { name, mark }, makers);
    } catch (error) {
      throw toStopError(error);
    }
    log.info({ interface: name }, 'interface removed');
  }
}
