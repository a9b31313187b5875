import { type Firewall, FirewallError, type FirewallPolicy, type RuleHits } from '../../ports/firewall.ts';

export interface InMemoryFirewall extends Firewall {
  /** What is enforced; undefined if there is no filter. Another program can change it. */
  enforced: FirewallPolicy | undefined;
  /** Whether the machine has a firewall. */
  isInstalled: boolean;
  /** To be taken. */
  hits: RuleHits[];
}

export function createInMemoryFirewall(): InMemoryFirewall {
  let applied: FirewallPolicy | undefined;
  const firewall: InMemoryFirewall = {
    enforced: undefined,
    isInstalled: true,
    hits: [],
    isAvailable: async () => firewall.isInstalled,
    async apply(policy) {
      if (!firewall.isInstalled) throw new FirewallError('Access control cannot be enforced: it is not installed.');
      for (const id of policy.sources.values()) {
        if (!policy.profiles.has(id)) throw new Error(`a source has the unknown profile ${id}`);
      }
      applied = policy;
      firewall.enforced = policy;
    },
    isIntact: async () => firewall.enforced === applied && firewall.enforced !== undefined,
    takeHits: async () => firewall.hits.splice(0),
    async remove() {
      applied = undefined;
      firewall.enforced = undefined;
    },
  };
  return firewall;
}
