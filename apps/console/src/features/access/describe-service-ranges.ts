import type { AccessChange } from '@gatewarden/contract/access';
import { lastPort, lastProtocol } from '@gatewarden/net/protocols';
import { type Describing, listed, protocolName } from './describe-rule.ts';

type Service = AccessChange['targets'][number]['services'][number];

/** Undefined if they are all services. What is missing is named instead if that is shorter. */
export function describeServiceRanges(services: readonly Service[], describing: Describing): string | undefined {
  const missing = gapsOf(services);
  if (missing.length === 0) return undefined;
  if (missing.length >= services.length) return describeRanges(services, describing);
  return describing.t('says.everything_except', { services: describeRanges(missing, describing) });
}

function describeRanges(services: readonly Service[], { t, language }: Describing): string {
  const parts = new Map<string, PortRange[]>();
  for (const { first_protocol: from, last_protocol: to, first_port: fromPort, last_port: toPort } of services) {
    const name = from === to ? protocolName(from, t) : t('protocol.range', { first: from, last: to });
    parts.set(name, [...(parts.get(name) ?? []), { first: fromPort, last: toPort }]);
  }
  const byPorts = new Map<string, string[]>();
  for (const [name, ports] of parts) {
    const key = describePorts(ports, t);
    byPorts.set(key, [...(byPorts.get(key) ?? []), name]);
  }
  const described = [...byPorts].map(([ports, named]) => {
    const protocols = listed(named, t, language);
    return ports === '' ? protocols : t('says.ports', { protocols, ports });
  });
  return described.join(', ');
}

interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Empty for all ports. */
function describePorts(ranges: readonly PortRange[], t: Describing['t']): string {
  const missing = gapsBetween(ranges, lastPort);
  if (missing.length === 0) return '';
  const isShorter = missing.length < ranges.length;
  const spelled = (isShorter ? missing : ranges).map(({ first, last }) =>
    first === last ? `${first}` : `${first}-${last}`,
  );
  const ports = t('says.port', {
    ports: spelled.join(', '),
    count: spelled.length > 1 || spelled[0]?.includes('-') ? 2 : 1,
  });
  return isShorter ? t('says.ports_except', { ports }) : ports;
}

/** The services that are not among the given ones. */
function gapsOf(services: readonly Service[]): Service[] {
  const protocols = services.map(({ first_protocol: first, last_protocol: last }) => ({ first, last }));
  const all = { first_port: 0, last_port: lastPort };
  const absent = gapsBetween(protocols, lastProtocol).map(({ first, last }) => ({
    ...{ first_protocol: first, last_protocol: last },
    ...all,
  }));
  const partial = [...new Set(services.filter(isPartial).map(({ first_protocol: number }) => number))];
  const ports = partial.flatMap((number) =>
    gapsBetween(portsOf(services, number), lastPort).map(({ first, last }) => ({
      ...{ first_protocol: number, last_protocol: number },
      ...{ first_port: first, last_port: last },
    })),
  );
  return [...absent, ...ports];
}

function isPartial({ first_port: first, last_port: last }: Service): boolean {
  return first !== 0 || last !== lastPort;
}

function portsOf(services: readonly Service[], protocol: number): PortRange[] {
  return services
    .filter(({ first_protocol: number }) => number === protocol)
    .map(({ first_port: first, last_port: last }) => ({ first, last }));
}

/** What the ranges leave out from 0 to `end`. */
function gapsBetween(ranges: readonly PortRange[], end: number): PortRange[] {
  const gaps: PortRange[] = [];
  let next = 0;
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    if (first > next) gaps.push({ first: next, last: first - 1 });
    next = Math.max(next, last + 1);
  }
  if (next <= end) gaps.push({ first: next, last: end });
  return gaps;
}
