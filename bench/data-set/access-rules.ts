import type { EditAccessRule } from '@gatewarden/contract/access';
import { createRandom, type Random } from './random.ts';

/** Ids that rules name. */
interface Named {
  readonly users: readonly number[];
  readonly groups: readonly number[];
}

/**
 * Rules as a company may have them: most let one group reach a few servers, some name two groups or a few users, some
 * deny, and one names every address. Names tell them apart.
 */
export function makeAccessRules(count: number, named: Named): EditAccessRule[] {
  const random = createRandom('access rules');
  return Array.from({ length: count }, (_, nth) =>
    makeAccessRule(`rule ${nth}`, random, { ...named, isAny: nth === 0 }),
  );
}

/** Another destination for a rule, as after an edit. */
export function withOtherDestination(rule: EditAccessRule, nth: number): EditAccessRule {
  return { ...rule, destination: makeDestination(createRandom(`access rule ${nth}`)) };
}

function makeAccessRule(name: string, random: Random, { users, groups, isAny }: Named & { isAny: boolean }) {
  const sources = random.chance(0.85)
    ? { groups: pickSome(random, groups, random.chance(0.8) ? 1 : 2), users: [] }
    : { groups: [], users: pickSome(random, users, 3) };
  const isDenial = random.chance(0.15);
  const rule: EditAccessRule = {
    ...{ name, enabled: true, expires: null, priority: random.below(3), all_networks: true, networks: [] },
    ...{ allow_all_users: false, deny_all_users: false },
    ...{ allow_all_network_devices: false, deny_all_network_devices: false, allowed_devices: [], denied_devices: [] },
    ...{ allowed_users: [], denied_users: [], allowed_groups: [], denied_groups: [], aliases: [] },
    ...(isDenial
      ? { denied_users: sources.users, denied_groups: sources.groups }
      : { allowed_users: sources.users, allowed_groups: sources.groups }),
    destination: isAny ? '' : makeDestination(random),
    ports: random.chance(0.7) ? random.pick(['443', '22', '80, 443', '5432', '8000-8099', '3389']) : '',
    protocols: random.chance(0.5) ? [6] : [],
  };
  return rule;
}

function pickSome(random: Random, ids: readonly number[], max: number): number[] {
  return [...new Set(Array.from({ length: 1 + random.below(max) }, () => random.pick(ids)))];
}

function makeDestination(random: Random): string {
  const octet = () => random.below(256);
  const destinations = Array.from({ length: 1 + random.below(4) }, () => {
    if (random.chance(0.2)) return `10.${random.below(64)}.${octet()}.0/${20 + random.below(5)}`;
    if (random.chance(0.1)) return `fd00:${octet()}::/64`;
    return `10.${random.below(64)}.${octet()}.${octet()}`;
  });
  return destinations.join(', ');
}
