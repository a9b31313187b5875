import type { Family } from '@gatewarden/net/address';
import type { PortRange } from '@gatewarden/net/port-list';
import { hasPorts, icmp, icmpForIpv6, lastPort, lastProtocol, tcp, udp } from '@gatewarden/net/protocols';
import { type Intervals, intervalsOf, rangesOf } from './intervals.ts';

/**
 * Protocols with their ports as a set of numbers: `protocol * 65536 + port`. Protocols without ports have all 65536
 * numbers, and packets of them port 0.
 */
export type Services = Intervals;

export const portsPerProtocol = lastPort + 1;

/** All protocols and ports. */
export const anyService: Services = [0, (lastProtocol + 1) * portsPerProtocol - 1];

interface ServiceLists {
  readonly ports: readonly PortRange[];
  readonly protocols: readonly number[];
}

/**
 * What the lists of a rule or alias match in packets of the family; an empty list matches any. Ports without protocols
 * mean TCP and UDP. A listed protocol without ports, such as ICMP, is matched completely. Protocol 1 is ICMP of the
 * family.
 */
export function servicesOf({ ports, protocols }: ServiceLists, family: Family): Services {
  if (ports.length === 0 && protocols.length === 0) return anyService;
  const named = protocols.length === 0 ? [tcp, udp] : protocols.map((protocol) => protocolIn(family, protocol));
  return intervalsOf(
    named.flatMap((protocol): [number, number][] =>
      ports.length > 0 && hasPorts(protocol)
        ? ports.map(({ first, last }) => [serviceOf(protocol, first), serviceOf(protocol, last)])
        : [[serviceOf(protocol, 0), serviceOf(protocol, portsPerProtocol - 1)]],
    ),
  );
}

/** The number of a packet's service. The port counts only for TCP and UDP. */
export function serviceOfPacket({ family, protocol, port }: PacketService): number {
  const inFamily = protocolIn(family, protocol);
  return serviceOf(inFamily, hasPorts(inFamily) ? port : 0);
}

interface PacketService {
  readonly family: Family;
  readonly protocol: number;
  readonly port: number;
}

/** Either several protocols with all ports, or several ports of one protocol. */
export interface ServiceRange {
  readonly firstProtocol: number;
  readonly lastProtocol: number;
  readonly firstPort: number;
  readonly lastPort: number;
}

/** The fewest ranges that together are the set, in ascending order. */
export function serviceRangesOf(services: Services): ServiceRange[] {
  return [...rangesOf(services)].flatMap(([first, last]) => splitRange(first, last));
}

interface Split<Part> {
  readonly first: number;
  readonly last: number;
  /** In the order given; not empty. */
  readonly applicable: readonly Part[];
}

/** Cuts services at each bound of the parts; services of no part are left out. Ascending. */
export function splitServices<Part extends { readonly services: Services }>(parts: readonly Part[]): Split<Part>[] {
  const bounds = parts.flatMap(({ services }) => services.map((bound, index) => (index % 2 === 0 ? bound : bound + 1)));
  const cuts = Float64Array.from(new Set(bounds)).sort();
  // of each part: where its first range begins that does not end before the cut
  const positions = parts.map(() => 0);
  const split: Split<Part>[] = [];
  for (const [index, first] of cuts.entries()) {
    const applicable = parts.filter(({ services }, part) => {
      let position = positions[part] ?? 0;
      while ((services[position + 1] ?? Number.POSITIVE_INFINITY) < first) position += 2;
      positions[part] = position;
      return (services[position] ?? Number.POSITIVE_INFINITY) <= first;
    });
    if (applicable.length > 0) split.push({ first, last: (cuts[index + 1] ?? first) - 1, applicable });
  }
  return split;
}

function splitRange(first: number, last: number): ServiceRange[] {
  const ranges: ServiceRange[] = [];
  for (let start = first; start <= last; ) {
    const protocol = Math.floor(start / portsPerProtocol);
    const firstPort = start % portsPerProtocol;
    // as many whole protocols as fit, or the ports up to the end of this one
    const whole = firstPort === 0 ? Math.floor((last + 1) / portsPerProtocol) - protocol : 0;
    const end = whole > 0 ? serviceOf(protocol + whole, 0) - 1 : Math.min(last, serviceOf(protocol + 1, 0) - 1);
    ranges.push({
      firstProtocol: protocol,
      lastProtocol: Math.floor(end / portsPerProtocol),
      firstPort,
      lastPort: end % portsPerProtocol,
    });
    start = end + 1;
  }
  return ranges;
}

function protocolIn(family: Family, protocol: number): number {
  return family === 6 && protocol === icmp ? icmpForIpv6 : protocol;
}

function serviceOf(protocol: number, port: number): number {
  return protocol * portsPerProtocol + port;
}
