import { type Address, parseAddress } from '@gatewarden/net/address';
import { isEndpointHost } from '@gatewarden/net/endpoint';
import { addressOfHost, embeddedAddress, isPublicAddress } from '@gatewarden/net/public-address';
import { contains, parseSubnet, type Subnet } from '@gatewarden/net/subnet';

/** Which servers core may call. */
export interface AddressRules {
  /** Whether the operator allows the host by name or address, also with private addresses. */
  isListedHost(host: string): boolean;
  /** Whether core may connect to this address for that host of a URL. */
  isAllowed(host: string, address: string): boolean;
}

/** Whether the text is an entry of `GATEWARDEN_OUTBOUND_ALLOW`: a host, `*.example.com`, an address or a network. */
export function isOutboundEntry(text: string): boolean {
  return parseSubnet(text) !== undefined || isEndpointHost(text.replace(/^\*\./, ''));
}

/**
 * Allows public addresses, and what `entries` list. Names are compared without case and final dot; an IPv6 address that
 * contains an IPv4 address is compared as both.
 */
export function createAddressRules(entries: readonly string[]): AddressRules {
  const subnets = entries.flatMap((entry) => parseSubnet(entry) ?? []);
  const names = new Set(entries.filter((entry) => parseSubnet(entry) === undefined).map(normalizeHost));

  function isListedAddress(address: Address): boolean {
    const forms = [address, embeddedAddress(address)].filter((form) => form !== undefined);
    return forms.some((form) => subnets.some((subnet: Subnet) => contains(subnet, form)));
  }

  function isListedName(host: string): boolean {
    const name = normalizeHost(host);
    if (names.has(name)) return true;
    const labels = name.split('.');
    return labels.some((_, index) => index > 0 && names.has(`*.${labels.slice(index).join('.')}`));
  }

  function isListedHost(host: string): boolean {
    const address = addressOfHost(host);
    return address ? isListedAddress(address) : isListedName(host);
  }

  return {
    isListedHost,
    isAllowed(host, text) {
      const address = parseAddress(withoutZone(text));
      if (!address) return false;
      return isPublicAddress(address) || isListedAddress(address) || isListedHost(host);
    },
  };
}

function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** `fe80::1%eth0`: the zone is of this machine and does not change the kind of address. */
function withoutZone(text: string): string {
  return text.replace(/%.*$/, '');
}
