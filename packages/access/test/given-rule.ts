import { parseAddress } from '@gatewarden/net/address';
import { parseSubnet } from '@gatewarden/net/subnet';
import type { Destination } from '../src/destination.ts';
import type { AccessRule, SourceNames } from '../src/rule.ts';

interface RuleText {
  readonly id?: number;
  readonly priority?: number;
  readonly locations?: readonly number[];
  readonly to?: readonly Destination[];
  readonly allow?: Partial<SourceNames>;
  readonly deny?: Partial<SourceNames>;
}

const noSource: SourceNames = {
  everyUser: false,
  everyNetworkDevice: false,
  users: new Set(),
  groups: new Set(),
  networkDevices: new Set(),
};

/** A rule for all locations and any destination that names no source, with these differences. */
export function givenRule({
  id = 1,
  priority = 0,
  locations,
  to = [destination({})],
  allow,
  deny,
}: RuleText): AccessRule {
  return {
    id,
    priority,
    locations: locations && new Set(locations),
    destinations: to,
    allowed: { ...noSource, ...allow },
    denied: { ...noSource, ...deny },
  };
}

interface DestinationText {
  /** Networks or single addresses. */
  readonly addresses?: readonly string[];
  readonly ports?: readonly number[];
  readonly protocols?: readonly number[];
}

export function destination({ addresses = [], ports = [], protocols = [] }: DestinationText): Destination {
  return {
    addresses: addresses.map((text) => {
      const subnet = parseSubnet(text);
      if (!subnet) throw new Error(`not a network: ${text}`);
      return { family: subnet.family, first: subnet.first, last: subnet.last };
    }),
    ports: ports.map((port) => ({ first: port, last: port })),
    protocols,
  };
}

export function addressOf(text: string) {
  const address = parseAddress(text);
  if (!address) throw new Error(`not an address: ${text}`);
  return address;
}
