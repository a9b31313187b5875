import type { Address, Family } from '@gatewarden/net/address';
import { icmp } from '@gatewarden/net/protocols';
import { divideAddresses, type Part } from './address-space.ts';
import { allowedSources, toNamingRule } from './allowed-sources.ts';
import type { Destination } from './destination.ts';
import { type AccessRule, appliesIn, inOrder } from './rule.ts';
import { portsPerProtocol, splitServices } from './services.ts';
import { difference, isEmpty, retain, type SourceSet, type SourceSets } from './source-set.ts';
import { segmentsOf } from './sweep.ts';

/** All of the sources can reach all of the destination, or none of them any of it. */
export interface Expectation {
  readonly effect: 'allowed' | 'denied';
  readonly sources: SourceSet;
  readonly destination: Destination;
}

/** A packet that is decided otherwise than expected, for at least one of the sources. */
export interface Counterexample {
  readonly address: Address;
  /** IANA number. */
  readonly protocol: number;
  /** 0 for protocols without ports. */
  readonly port: number;
  readonly sources: SourceSet;
}

interface Policy {
  /** The active rules, in any order. */
  readonly rules: readonly AccessRule[];
  readonly locationId: number;
  readonly allowByDefault: boolean;
}

/** The first packet, by family, address and service, about which `evaluate` does not decide as expected. */
export function findCounterexample(
  { rules, locationId, allowByDefault }: Policy,
  { effect, sources, destination }: Expectation,
  sets: SourceSets,
): Counterexample | undefined {
  if (isEmpty(sources)) return undefined;
  const ordered = inOrder(rules).filter((rule) => appliesIn(rule, locationId));
  const naming = ordered.map((rule) => toNamingRule(rule, sets));
  const expected = ordered.length;
  const divided = [...ordered.map(({ destinations }) => ({ destinations })), { destinations: [destination] }];
  const known = new Map<string, Omit<Counterexample, 'address'> | undefined>();

  function check(family: Family, parts: readonly Part[]): Omit<Counterexample, 'address'> | undefined {
    for (const { first, last, applicable } of splitServices(parts)) {
      const service = firstAskable(family, first);
      if (service > last) continue;
      const indexes = new Set(applicable.map(({ index }) => index));
      if (!indexes.delete(expected)) continue;
      const matching = [...indexes].flatMap((index) => naming[index] ?? []);
      const allowed = allowedSources(matching, sets, allowByDefault);
      const wrong = effect === 'allowed' ? difference(sources, allowed) : sources.slice();
      if (effect === 'denied') retain(wrong, allowed);
      if (isEmpty(wrong)) continue;
      return { protocol: Math.floor(service / portsPerProtocol), port: service % portsPerProtocol, sources: wrong };
    }
    return undefined;
  }

  for (const family of [4, 6] as const satisfies Family[]) {
    const space = divideAddresses(divided, family);
    for (const { from, to, parts } of segmentsOf(space.placements.flat())) {
      if (!parts.some(({ index }) => index === expected)) continue;
      const key = `${family} ${parts.map(({ id }) => id).join()}`;
      if (!known.has(key)) known.set(key, check(family, parts));
      const found = known.get(key);
      if (found) return { ...found, address: { family, value: space.rangeOf(from, to).first } };
    }
  }
  return undefined;
}

/** The first service, from this one, that a question can name: protocol 1 in IPv6 stands for ICMPv6. */
function firstAskable(family: Family, service: number): number {
  const isIcmpForIpv4 = family === 6 && Math.floor(service / portsPerProtocol) === icmp;
  return isIcmpForIpv4 ? (icmp + 1) * portsPerProtocol : service;
}
