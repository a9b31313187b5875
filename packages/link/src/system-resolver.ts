import { lookup } from 'node:dns/promises';
import type { ResolveHost } from './resolve-host.ts';

/** A resolver whose server does not answer can take half a minute; core must be found sooner. */
const timeoutMilliseconds = 2000;

/**
 * Asks the machine's resolver, `/etc/hosts` included, on each call. If it fails or takes too long, the last known
 * addresses are returned: a component finds core while DNS is unavailable.
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
      // it may also fail after the timeout
      answer.catch(() => undefined);
    }
  };
}

async function lookupAll(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
