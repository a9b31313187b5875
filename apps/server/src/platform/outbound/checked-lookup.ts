import { lookup as lookupOfSystem } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRules } from './address-rules.ts';
import { OutboundError } from './outbound-error.ts';

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Through the system: `/etc/hosts` and DNS, as all programs of the machine. */
export const resolveWithSystem: Resolve = (host) => lookupOfSystem(host, { all: true });

/**
 * Resolves a name once and returns only addresses that core may connect to. The connection uses what it returns, so a
 * name that changes its address between check and connection is not followed. Fails if no address remains.
 */
export function createCheckedLookup(rules: AddressRules, resolve: Resolve): LookupFunction {
  async function lookup(host: string): Promise<{ address: string; family: number }[]> {
    const found = await resolve(host);
    const allowed = found.filter(({ address }) => isIP(address) !== 0 && rules.isAllowed(host, address));
    if (allowed.length === 0) {
      const detail = found[0]?.address ?? 'no address';
      throw new OutboundError({ reason: 'blocked_address', host, detail });
    }
    return [...allowed];
  }

  return (host, { all }, done) => {
    lookup(host).then(
      (addresses) => {
        if (all) return done(null, addresses);
        const [first] = addresses;
        return done(null, first?.address ?? '', first?.family ?? 0);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}
