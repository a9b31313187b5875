import type { Firewall } from '../ports/firewall.ts';
import type { Nat } from '../ports/nat.ts';
import type { Wireguard } from '../ports/wireguard.ts';

/**
 * Creates the access to an interface; only this gateway can read `secretFolder`.
 * @param coreHosts IP addresses of core, which the networks of the interface must not contain
 */
export type MakeWireguard = (
  own: { name: string; mark: string },
  secretFolder: string,
  coreHosts: () => readonly string[],
) => Wireguard;

/** Creates the firewall of an interface. */
export type MakeFirewall = (own: { name: string }, folder: string) => Firewall;

/** Creates the address translation of an interface. */
export type MakeNat = (own: { name: string }, folder: string) => Nat;

export interface Makers {
  readonly makeWireguard: MakeWireguard;
  readonly makeFirewall: MakeFirewall;
  readonly makeNat: MakeNat;
}
