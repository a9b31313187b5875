import { expect, it } from 'vitest';
import { createAnalysis } from './analysis.ts';

const users = Array.from({ length: 600 }, (_, index) => ({ id: index + 1, groups: [] }));

/** Rules whose comparison takes more than 100 milliseconds: overlapping ranges for different users. */
const rules = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `rule ${index}`,
  priority: index,
  destination: Array.from({ length: 5 }, (__, part) => `10.${part}.0.${index}-10.${part}.80.${index}`).join(', '),
  ports: `${index + 1}-${index + 1_000}`,
  protocols: [],
  all_locations: true,
  locations: [],
  allow_all_users: false,
  deny_all_users: false,
  allow_all_network_devices: false,
  deny_all_network_devices: false,
  users: users.filter(({ id }) => id % (2 + (index % 17)) === 0).map(({ id }) => ({ id, allow: true })),
  groups: [],
  devices: [],
  aliases: [],
}));

const manyPorts = Array.from({ length: 700 }, (_, index) => `${2 * index + 1}`).join(', ');
const cases = {
  'many rules': { rules, users },
  // few enough to run on the event loop, if ports would not matter
  'many ports': { rules: rules.slice(0, 6).map((rule) => ({ ...rule, ports: manyPorts, users: [] })), users: [] },
};

it.each(Object.entries(cases))('refuses %s whose comparison exceeds the time limit', async (_, given) => {
  const analysis = createAnalysis({ limitMilliseconds: 1, memoryMegabytes: 512 });
  const enforcement = { isEnforcing: true, allowByDefault: false };
  const location = { id: 1, before: enforcement, after: enforcement, users: null, networkDevices: [] };
  const policies = { before: [], after: given.rules, users: given.users, locations: [location] };

  await expect(analysis.compare('ada', policies)).rejects.toMatchObject({ code: 'access_rules_too_complex' });
});
