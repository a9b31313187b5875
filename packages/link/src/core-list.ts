import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { type CoreEndpoint, resolveEndpoints } from './core-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/** The addresses of core's replicas that the component knows, and the order in which it tries them. */
export interface CoreList {
  readonly addresses: readonly string[];
  /** IP addresses of the last round; before the first round, the hosts of the addresses as configured. */
  readonly hosts: readonly string[];
  /**
   * Every endpoint once, in random order, so that components that lost one replica spread over the others; the endpoint
   * that failed last comes at the end. Empty if no name can be resolved.
   */
  nextRound(): Promise<readonly CoreEndpoint[]>;
  /** Records that the connection to the endpoint failed or was lost. */
  failed(endpoint: CoreEndpoint): void;
  /**
   * Replaces the list with the one that core sent; the address that the component joined with remains. Returns false if
   * nothing changed. The list need not be trusted: every server must present a certificate of the pinned authority.
   */
  update(sent: readonly string[]): boolean;
}

interface Options {
  /** `host:port` from the join token. */
  readonly first: string;
  /** Addresses that core sent earlier, or further addresses in the token. */
  readonly others: readonly string[];
  readonly resolve: ResolveHost;
  /** At least 0, below 1. */
  readonly random: () => number;
}

/** More than the replicas of any installation; bounds what is tried and stored. */
const maxAddresses = 16;

export function createCoreList({ first, others, resolve, random }: Options): CoreList {
  let addresses = mergeAddresses(first, others);
  let lastFailed: string | undefined;
  let hosts: readonly string[] = addresses.map((address) => parseEndpoint(address, { zone: true })?.host ?? '');

  return {
    get addresses() {
      return addresses;
    },
    get hosts() {
      return hosts;
    },
    async nextRound() {
      const shuffled = shuffle(await resolveEndpoints(addresses, resolve), random);
      hosts = shuffled.map(({ host }) => host);
      const failedLast = ({ label }: CoreEndpoint) => Number(label === lastFailed);
      return shuffled.toSorted((a, b) => failedLast(a) - failedLast(b));
    },
    failed({ label }) {
      lastFailed = label;
    },
    update(sent) {
      const next = mergeAddresses(first, sent);
      if (next.join() === addresses.join()) return false;
      addresses = next;
      return true;
    },
  };
}

/** Drops malformed addresses, and loopback addresses unless core runs on this machine. */
function mergeAddresses(first: string, others: readonly string[]): string[] {
  const isUsable = (address: string) => {
    const endpoint = parseEndpoint(address, { zone: true });
    return endpoint !== undefined && (isLoopbackAddress(first) || !isLoopbackHost(endpoint.host));
  };
  return [...new Set([first, ...others.filter(isUsable)])].slice(0, maxAddresses);
}

/** Whether `host:port` is an address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackHost(parseEndpoint(address, { zone: true })?.host ?? '');
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
