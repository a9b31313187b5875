import { type Firewall, FirewallError, type FirewallPolicy } from '../ports/firewall.ts';
import type { Wireguard } from '../ports/wireguard.ts';
import { type ApplyResult, applyTunnel } from './apply-tunnel.ts';
import { type LocationState, toPolicy } from './location-state.ts';

interface Dependencies {
  readonly wireguard: Wireguard;
  readonly firewall: Firewall;
}

/** Applies states so that nothing is forwarded that their access control denies. Calls must not overlap. */
export function createEnforcer({ wireguard, firewall }: Dependencies) {
  /** Undefined if it is unknown what is enforced. */
  let enforced: FirewallPolicy | undefined;

  async function enforce(policy: FirewallPolicy): Promise<void> {
    const before = enforced;
    enforced = undefined;
    await firewall.apply(policy, before);
    enforced = policy;
  }

  return {
    /**
     * The firewall changes before the peers. If it cannot enforce the state, the interface has no peers and forwards
     * nothing; the result has the reason. @throws TunnelError
     */
    async apply(state: LocationState, applyPeers: () => Promise<ApplyResult>): Promise<ApplyResult> {
      const policy = toPolicy(state);
      if (!policy) {
        const result = await applyPeers();
        return { ...result, problems: [...result.problems, ...(await removeFilter())] };
      }
      try {
        await enforce(policy);
      } catch (error) {
        if (!(error instanceof FirewallError)) throw error;
        const { difference } = await applyTunnel(wireguard, { ...state.tunnel, peers: new Map() });
        return { problems: [`${error.message} Until then devices cannot connect.`], difference };
      }
      return applyPeers();
    },
    /** As of the firewall; empty if access control is off. */
    takeHits: async () => (enforced ? firewall.takeHits() : []),
    /** Whether no other program has changed what is enforced. Afterwards, `apply` sets everything again. */
    async isIntact(): Promise<boolean> {
      if (!enforced || (await firewall.isIntact())) return true;
      enforced = undefined;
      return false;
    },
  };

  async function removeFilter(): Promise<string[]> {
    enforced = undefined;
    try {
      await firewall.remove();
      return [];
    } catch (error) {
      if (!(error instanceof FirewallError)) throw error;
      return [error.message];
    }
  }
}
