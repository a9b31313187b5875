import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { type CoreEndpoint, resolveEndpoints } from './core-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/** The addresses of core's replicas that the component knows, and the order in which it tries them. */
export interface CoreList {
  readonly addresses: readonly string[];
  /** IP addresses of the last round, before the first those that need no resolving. */
  readonly hosts: readonly string[];
  /**
   * Every endpoint once: those that did not fail last in random order, so that components that lost one replica spread
   * over the others, and the one that failed last at the end. Empty when no name can be resolved.
   */
  nextRound(): Promise<readonly CoreEndpoint[]>;
  /** The endpoint was lost or could not be reached. */
  failed(endpoint: CoreEndpoint): void;
  /**
   * Takes over the list that core sent; the address that the component joined with stays. Returns false when nothing changed.
   * The list needs no trust: a server at any of them must prove to have the pinned authority.
   */
  update(sent: readonly string[]): boolean;
}

interface Options {
  /** `host:port` from the join token. */
  readonly first: string;
  /** What core sent before, or the token named besides. */
  readonly others: readonly string[];
  readonly resolve: ResolveHost;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** More replicas than an installation has; bounds what is tried and stored. */
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

/** Addresses that are malformed are dropped, and loopback ones unless core is on this machine. */
function mergeAddresses(first: string, others: readonly string[]): string[] {
  const isUsable = (address: string) => {
    const endpoint = parseEndpoint(address, { zone: true });
    return endpoint !== undefined && (isLoopbackAddress(first) || !isLoopbackHost(endpoint.host));
  };
  return [...new Set([first, ...others.filter(isUsable)])].slice(0, maxAddresses);
}

/** Whether `host:port` leads to this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackHost(parseEndpoint(address, { zone: true })?.host ?? '');
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
