import type { ActiveRuleRow } from '../../src/features/access/active-rules.queries.ts';

/** Users and rules whose evaluation takes more than 100 milliseconds: overlapping ranges for different users. */
export function complexAccess() {
  const userIds = numbers(600);
  const rules = numbers(60).map(
    (id): ActiveRuleRow => ({
      id,
      name: `Rule ${id}`,
      priority: id,
      all_locations: true,
      locations: [],
      allow_all_users: false,
      deny_all_users: false,
      allow_all_network_devices: false,
      deny_all_network_devices: false,
      users: userIds.filter((user) => user % (2 + (id % 17)) === 0).map((user) => ({ id: user, allow: user !== id })),
      groups: [],
      devices: [],
      aliases: [],
      destination: numbers(5)
        .map((part) => `10.${part}.0.${id}-10.${part}.80.${id}`)
        .join(', '),
      ports: `${id}-${id + 1_000}`,
      protocols: [],
    }),
  );
  return { rules, userIds };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
