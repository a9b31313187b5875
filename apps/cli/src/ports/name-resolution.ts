import { z } from 'zod';

/** Names below the domains are resolved by the servers, all others as before. */
export const SplitDns = z.object({
  /** Canonical addresses. */
  servers: z.array(z.string()),
  /** Lower case, without dots at the start or the end. */
  domains: z.array(z.string()),
});
export type SplitDns = z.infer<typeof SplitDns>;

/** Resolution of names on this machine, per interface. Calls for an interface must not overlap. */
export interface NameResolution {
  /** Replaces what an earlier call set. Returns why it is not possible on this machine; undefined: it is set. */
  set(interfaceName: string, dns: SplitDns): Promise<string | undefined>;
  /** As before `set`. Does nothing if the interface does not exist or nothing is set. */
  revert(interfaceName: string): Promise<void>;
}
