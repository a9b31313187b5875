import { FirewallError } from '../../ports/firewall.ts';
import type { Nat, NatPolicy } from '../../ports/nat.ts';

export interface InMemoryNat extends Nat {
  /** What is applied; undefined if nothing is translated. Another program can change it. */
  applied: NatPolicy | undefined;
  /** Whether the machine can translate addresses. */
  isInstalled: boolean;
}

export function createInMemoryNat(): InMemoryNat {
  let last: NatPolicy | undefined;
  const nat: InMemoryNat = {
    applied: undefined,
    isInstalled: true,
    async apply(policy) {
      if (!nat.isInstalled) throw new FirewallError('Addresses cannot be translated: it is not installed.');
      last = policy;
      nat.applied = policy;
    },
    isIntact: async () => nat.applied === last && nat.applied !== undefined,
    async remove() {
      last = undefined;
      nat.applied = undefined;
    },
  };
  return nat;
}
