import { isDeepStrictEqual } from 'node:util';
import { type Firewall, FirewallError, type FirewallPolicy } from '../ports/firewall.ts';
import type { Nat, NatPolicy } from '../ports/nat.ts';
import type { Wireguard } from '../ports/wireguard.ts';
import { type ApplyResult, applyTunnel } from './apply-tunnel.ts';
import { type LocationState, toNat, toPolicy } from './location-state.ts';

interface Dependencies {
  readonly wireguard: Wireguard;
  readonly firewall: Firewall;
  readonly nat: Nat;
}

/**
 * Applies states so that nothing is forwarded that their access control denies, and with translated addresses. Calls must
 * not overlap.
 */
export function createEnforcer({ wireguard, firewall, nat }: Dependencies) {
  /** Undefined if it is unknown what is enforced. */
  let enforced: FirewallPolicy | undefined;
  /** Undefined if nothing is translated, or if it is unknown what is. */
  let translated: NatPolicy | undefined;
  let isNatKnown = false;

  async function enforce(policy: FirewallPolicy): Promise<void> {
    const before = enforced;
    enforced = undefined;
    await firewall.apply(policy, before);
    enforced = policy;
  }

  /** Returns why the addresses cannot be translated, each in one sentence; without translation devices still connect. */
  async function translate(policy: NatPolicy | undefined): Promise<string[]> {
    if (isNatKnown && isDeepStrictEqual(policy, translated)) return [];
    const before = isNatKnown ? translated : undefined;
    isNatKnown = false;
    try {
      if (policy) await nat.apply(policy, before);
      else await nat.remove();
    } catch (error) {
      if (!(error instanceof FirewallError)) throw error;
      return [error.message];
    }
    translated = policy;
    isNatKnown = true;
    return [];
  }

  return {
    /**
     * The firewall changes before the peers. If it cannot enforce the state, the interface has no peers and forwards
     * nothing; the result has the reason. @throws TunnelError
     */
    async apply(state: LocationState, applyPeers: () => Promise<ApplyResult>): Promise<ApplyResult> {
      const natProblems = await translate(toNat(state));
      const policy = toPolicy(state);
      if (!policy) {
        const result = await applyPeers();
        return { ...result, problems: [...natProblems, ...result.problems, ...(await removeFilter())] };
      }
      try {
        await enforce(policy);
      } catch (error) {
        if (!(error instanceof FirewallError)) throw error;
        const { difference } = await applyTunnel(wireguard, { ...state.tunnel, peers: new Map() });
        return { problems: [...natProblems, `${error.message} Until then devices cannot connect.`], difference };
      }
      const result = await applyPeers();
      return { ...result, problems: [...natProblems, ...result.problems] };
    },
    /** As of the firewall; empty if access control is off. */
    takeHits: async () => (enforced ? firewall.takeHits() : []),
    /** Whether no other program has changed what is enforced. May overlap with `apply`. */
    async isIntact(): Promise<boolean> {
      if (enforced && !(await firewall.isIntact())) return false;
      return !isNatKnown || !translated || nat.isIntact();
    },
    /** Another program has changed it: the next `apply` sets everything. */
    invalidate(): void {
      enforced = undefined;
      isNatKnown = false;
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
