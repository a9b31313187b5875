import type { Random } from './random.ts';

/** Names of teams and of sites; the group `admin` exists already. */
const teams = [
  ...['Engineering', 'Sales', 'Customer support', 'Operations', 'Platform', '영업팀', 'Finance', 'Design', 'Marketing'],
  ...[
    'Dział prawny',
    'Security',
    'Data',
    '인사팀',
    'Procurement',
    'Research',
    'Obsługa klienta',
    'Quality',
    '모바일 개발팀',
  ],
  ...['Logistics', 'Księgowość', 'Site reliability', 'Legal', '경영지원팀', 'Board'],
];
const sites = [
  ...['Seoul', 'Warsaw', 'London', 'Busan', 'Kraków', 'Berlin', 'Gdańsk', 'Manchester', '대전', 'Wrocław', 'Paris'],
  ...['Poznań', 'Dublin', 'Łódź', '제주', 'Singapore', 'New York', 'Toronto', 'Sydney'],
];
const others = ['Contractors', 'On call', 'Remote', 'VPN pilots', 'Auditors', 'Interns'];

/** At most 49 names, so that a smaller count gives a plausible smaller company. */
export function groupNames(count: number): string[] {
  const names = [];
  for (let index = 0; names.length < count; index += 1) {
    const next = [teams[index], sites[index], others[index]].filter((name) => name !== undefined);
    if (next.length === 0) break;
    names.push(...next);
  }
  return names.slice(0, count);
}

export interface Membership {
  /** Index of a group. */
  readonly group: number;
  /** Index of a person. */
  readonly person: number;
}

/** Each person is in one to four groups; the first groups are the largest. */
export function makeMemberships(people: number, groups: number, random: Random): Membership[] {
  const indices = Array.from({ length: groups }, (_, index) => index);
  return Array.from({ length: people }, (_, person) => {
    const own = new Set(Array.from({ length: 1 + random.below(4) }, () => random.pickEarly(indices)));
    return [...own].map((group) => ({ group, person }));
  }).flat();
}
