import { type Address, parseAddress } from '@gatewarden/net/address';
import { isPrivateNetwork } from '@gatewarden/net/private-networks';
import { contains, overlaps, parseInterfaceAddress, type Subnet } from '@gatewarden/net/subnet';

/** Networks and addresses that this machine needs to stay reachable, without the gateway's interface. */
export interface OwnNetworks {
  readonly addresses: readonly Address[];
  /** Routers, and the addresses of core. */
  readonly peers: readonly Address[];
  /** DNS servers, often reachable only through the default route. */
  readonly resolvers: readonly Address[];
  /** Networks of its other interfaces. */
  readonly onLink: readonly Subnet[];
  /** Networks that it reaches through a router, default routes excluded. */
  readonly routed: readonly Subnet[];
}

/** The addresses that core may set; configured on the gateway's machine, where core cannot change them. */
export interface AddressLimits {
  /** Shortest prefix of an interface address, by family. */
  readonly minPrefix: { readonly 4: number; readonly 6: number };
  /** Networks that may be public, and may overlap with those of the machine. */
  readonly allowed: readonly Subnet[];
}

/** The accepted addresses, and one sentence for each refused address. */
export interface CheckedAddresses {
  readonly accepted: readonly string[];
  readonly refusals: readonly string[];
}

/** The largest private IPv4 network is a /8; an IPv6 site gets a /48, a provider a /32. */
export const defaultLimits: AddressLimits = { minPrefix: { 4: 8, 6: 32 }, allowed: [] };

/** A location has one or two networks. Each address adds a route, so the limit also bounds what core can redirect. */
const maxAddresses = 8;
const maxRefusals = 8;

/** @param texts canonical `address/prefix` */
export function checkAddresses(texts: readonly string[], own: OwnNetworks, limits: AddressLimits): CheckedAddresses {
  const checked = texts.map((text) => ({ text, refusal: refusalOf(text, own, limits) }));
  const permitted = checked.filter(({ refusal }) => refusal === undefined).map(({ text }) => text);
  const refused = checked.flatMap(({ refusal }) => refusal ?? []);
  const unlisted = refused.length - maxRefusals;
  const excess = permitted.length - maxAddresses;
  return {
    accepted: permitted.slice(0, maxAddresses),
    refusals: [
      ...refused.slice(0, maxRefusals),
      ...(unlisted > 0 ? [`Further addresses that are refused: ${unlisted}.`] : []),
      ...(excess > 0 ? [`This gateway sets at most ${maxAddresses} addresses; not set: ${excess}.`] : []),
    ],
  };
}

/**
 * Why an address of the interface is refused, in one sentence for the administrator; undefined if it may be set. The
 * network of an interface address is also a route, so a compromised core could otherwise redirect traffic of the
 * machine.
 * @param text canonical `address/prefix`
 */
function refusalOf(text: string, own: OwnNetworks, { minPrefix, allowed }: AddressLimits): string | undefined {
  const subnet = parseInterfaceAddress(text)?.subnet;
  if (!subnet) return `${text} is not an address with prefix.`;
  if (subnet.prefix < minPrefix[subnet.family]) {
    return `The address ${text} is refused: this gateway takes prefixes from /${minPrefix[subnet.family]} on.`;
  }
  if (allowed.some((each) => covers(each, subnet))) return undefined;
  if (!isPrivateNetwork(subnet)) {
    return `The address ${text} is refused: its network is not private, and --allow-networks of the gateway does not list it.`;
  }
  const what = conflictOf(subnet, own);
  return what && `The address ${text} is refused: its network covers ${what} of the gateway's machine.`;
}

function conflictOf(subnet: Subnet, { addresses, peers, resolvers, onLink, routed }: OwnNetworks): string | undefined {
  const has = (address: Address) => contains(subnet, address);
  if (addresses.some(has)) return 'an address';
  if (peers.some(has)) return 'a router or the way to core';
  if (resolvers.some(has)) return 'a DNS server';
  if (onLink.some((each) => overlaps(each, subnet))) return 'a local network';
  // part of a network behind a router is allowed: sites are usually divided this way
  if (routed.some((each) => covers(subnet, each))) return 'a route';
  return undefined;
}

function covers(outer: Subnet, inner: Subnet): boolean {
  return outer.prefix <= inner.prefix && overlaps(outer, inner);
}

/** Addresses that are not IP addresses are left out; zones are ignored. */
export function toAddresses(texts: readonly string[]): Address[] {
  return texts.flatMap((text) => parseAddress(text.replace(/%.*$/, '')) ?? []);
}
