import type { Random } from './random.ts';
import type { Sizes } from './sizes.ts';

export interface LocationPlan {
  readonly name: string;
  /** The gateway's own address in each network. */
  readonly networks: readonly string[];
  readonly endpoint: string;
  /** Networks that clients reach through it. */
  readonly allowedIps: string;
  /** Names of groups; empty: all users. */
  readonly groups: readonly string[];
}

const cities = [
  ...['Seoul', 'Warsaw', 'London', 'Busan', 'Kraków', 'Berlin', 'Gdańsk', 'Manchester', 'Paris', 'Wrocław', 'Dublin'],
  ...[
    'New York',
    'Singapore',
    'Toronto',
    'Sydney',
    '대전 연구소',
    'Poznań',
    '제주 데이터센터',
    'Łódź',
    'Frankfurt lab',
  ],
];
/** Locations that admit all users, so that a gateway has a peer for every device. */
const openLocations = 3;
const maxGroups = 4;

/** One location per city: a network each that has an address for every device, half of them with IPv6 too. */
export function planLocations(
  { locations, devices }: Pick<Sizes, 'locations' | 'devices'>,
  groups: readonly string[],
  random: Random,
): LocationPlan[] {
  return cities.slice(0, locations).map((name, index) => {
    const [octet, length] = devices > 50_000 ? [4 * index, 14] : [100 + index, 16];
    return {
      name,
      networks: [`10.${octet}.0.1/${length}`, ...(index % 2 === 0 ? [`fd00:${100 + index}::1/64`] : [])],
      endpoint: `vpn${index + 1}.example.com`,
      allowedIps: `172.${16 + (index % 16)}.0.0/16, 10.${octet}.0.0/${length}`,
      groups: index < openLocations ? [] : someGroups(groups, random),
    };
  });
}

function someGroups(groups: readonly string[], random: Random): string[] {
  return [...new Set(Array.from({ length: 1 + random.below(maxGroups) }, () => random.pick(groups)))];
}
