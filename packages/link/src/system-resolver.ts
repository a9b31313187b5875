import { lookup } from 'node:dns/promises';
import type { ResolveHost } from './resolve-host.ts';

/** A resolver whose server is away can take half a minute; core must be found sooner. */
const timeoutMilliseconds = 2000;

/**
 * Asks the machine's resolver, `/etc/hosts` included, on each call. When it fails or takes too long, the addresses that it
 * gave last are used again: a component finds core while DNS is away.
 */
export function createResolveHost(lookupHost: ResolveHost = lookupAll, timeout = timeoutMilliseconds): ResolveHost {
  const lastAddresses = new Map<string, readonly string[]>();
  return async (name) => {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} could not be resolved in time`)), timeout);
    });
    const answer = lookupHost(name).then((addresses) => {
      lastAddresses.set(name, addresses);
      return addresses;
    });
    try {
      return await Promise.race([answer, timedOut]);
    } catch (error) {
      const last = lastAddresses.get(name);
      if (last) return last;
      throw error;
    } finally {
      clearTimeout(timer);
      // it may also fail after the time is up
      answer.catch(() => undefined);
    }
  };
}

async function lookupAll(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
