import { StopError } from '@gatewarden/link/stop-error';
import type { Logger } from 'pino';
import { FirewallError } from '../ports/firewall.ts';
import { TunnelError } from '../ports/wireguard.ts';
import { openStateFolder } from '../state-folder/state-folder.ts';
import type { GatewayDependencies } from './run-gateway.ts';

type Makers = Pick<GatewayDependencies, 'makeWireguard' | 'makeFirewall' | 'makeNat'>;

/**
 * Removes the interfaces that this gateway created, with their firewalls and address translations. Its credential and last
 * state remain, so the next start creates them again.
 * @throws StopError while the agent runs, which would create them again
 */
export async function removeInterfaces(
  stateDir: string,
  { makeWireguard, makeFirewall, makeNat }: Makers,
  log: Logger,
): Promise<void> {
  await using folder = await openStateFolder(stateDir);
  const { mark, names } = await folder.readInterfaces();
  for (const name of names) {
    try {
      await makeWireguard({ name, mark }, folder.temporaryFolder, () => []).remove();
      await makeFirewall({ name }, folder.temporaryFolder).remove();
      await makeNat({ name }, folder.temporaryFolder).remove();
    } catch (error) {
      const isExplained = error instanceof TunnelError || error instanceof FirewallError;
      throw isExplained ? new StopError('failed', error.message, { cause: error }) : error;
    }
    log.info({ interface: name }, 'interface removed');
  }
}
