import { StopError } from '@gatewarden/link/stop-error';
import { type Firewall, FirewallError } from '../ports/firewall.ts';
import type { Nat } from '../ports/nat.ts';
import { TunnelError, type Wireguard } from '../ports/wireguard.ts';
import type { OwnInterfaces, StateFolder } from '../state-folder/state-folder.ts';
import type { Makers } from './makers.ts';

interface OwnInterface {
  readonly wireguard: Pick<Wireguard, 'remove'>;
  readonly firewall: Pick<Firewall, 'remove'>;
  readonly nat: Pick<Nat, 'remove'>;
}

/**
 * Removes the interface, then its firewall and its address translation. Does nothing if there is none.
 * @throws TunnelError, FirewallError
 */
export async function removeInterface({ wireguard, firewall, nat }: OwnInterface): Promise<void> {
  await wireguard.remove();
  await firewall.remove();
  await nat.remove();
}

/** As `removeInterface`, for an interface that an earlier process of this gateway created. */
export async function removeInterfaceOf(
  folder: Pick<StateFolder, 'temporaryFolder'>,
  { name, mark }: Pick<OwnInterfaces, 'mark'> & { readonly name: string },
  { makeWireguard, makeFirewall, makeNat }: Makers,
): Promise<void> {
  await removeInterface({
    wireguard: makeWireguard({ name, mark }, folder.temporaryFolder, () => []),
    firewall: makeFirewall({ name }, folder.temporaryFolder),
    nat: makeNat({ name }, folder.temporaryFolder),
  });
}

/** Why the agent stops if the error is one that its message explains; otherwise the error. */
export function toStopError(error: unknown): unknown {
  const isExplained = error instanceof TunnelError || error instanceof FirewallError;
  return isExplained ? new StopError('failed', error.message, { cause: error }) : error;
}
