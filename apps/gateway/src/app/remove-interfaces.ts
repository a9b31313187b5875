import { StopError } from '@gatewarden/link/stop-error';
import type { Logger } from 'pino';
import { TunnelError } from '../ports/wireguard.ts';
import { openStateFolder } from '../state-folder/state-folder.ts';
import type { MakeWireguard } from './run-gateway.ts';

/**
 * Removes the interfaces that this gateway created. Its credential and last state remain, so the next start creates the
 * interfaces again.
 * @throws StopError while the agent runs, which would create them again
 */
export async function removeInterfaces(stateDir: string, makeWireguard: MakeWireguard, log: Logger): Promise<void> {
  await using folder = await openStateFolder(stateDir);
  const { mark, names } = await folder.readInterfaces();
  for (const name of names) {
    try {
      await makeWireguard({ name, mark }, folder.temporaryFolder, () => []).remove();
    } catch (error) {
      throw error instanceof TunnelError ? new StopError('failed', error.message, { cause: error }) : error;
    }
    log.info({ interface: name }, 'interface removed');
  }
}
