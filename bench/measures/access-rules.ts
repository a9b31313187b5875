import type { Destination } from '@gatewarden/access/destination';
import type { AccessRule, Source } from '@gatewarden/access/rule';
import {
  addAccessRule,
  deployAccess,
  diffAccess,
  type EditAccessRule,
  explainAccess,
  updateAccessRule,
} from '@gatewarden/contract/access';
import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import { compileFirewall } from '../../apps/server/src/features/gateways/compile-firewall.ts';
import { makeAccessRules, withOtherDestination } from '../data-set/access-rules.ts';
import { median, quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure, type Reading } from '../measure.ts';

export const ruleCount = 500;
const changeCount = 20;

/** What access control costs with 500 rules: compiling them for a location, explaining and comparing them. */
export const accessRules: Measure = {
  name: 'access-rules',
  async *run(instance) {
    const rules = await makeRules(instance);
    yield compileRules(rules, await listSources(instance));
    const ids = await deployRules(instance, rules);
    try {
      yield* await explainConnections(instance);
      yield* await compareChanges(instance, rules, ids);
    } finally {
      await instance.query('delete from access_rule');
    }
  },
};

export async function makeRules({ query }: BenchInstance): Promise<EditAccessRule[]> {
  const idsOf = async (table: string) =>
    (await query<{ id: number }>(`select id from "${table}" order by id`)).map(({ id }) => id);
  return makeAccessRules(ruleCount, { users: await idsOf('user'), groups: await idsOf('group') });
}

/** The device of each peer, as if all were in one location. */
export async function listSources({ query }: BenchInstance): Promise<{ deviceId: number; source: Source }[]> {
  const rows = await query<{ id: number; user_id: number; groups: number[] }>(`
    select d.id, d.user_id, coalesce(m.groups, '{}') as groups from device d
    left join (select user_id, array_agg(group_id) as groups from group_member group by 1) m using (user_id)
    order by d.id limit 20000`);
  return rows.map((row) => ({ deviceId: row.id, source: { kind: 'user', id: row.user_id, groups: row.groups } }));
}

function compileRules(
  bodies: readonly EditAccessRule[],
  sources: readonly { deviceId: number; source: Source }[],
): Reading {
  const rules = bodies.map(toAccessRule);
  const milliseconds = Array.from({ length: 7 }, () => {
    const startedAt = performance.now();
    compileFirewall({ rules, sources, locationId: 1, allowByDefault: true });
    return performance.now() - startedAt;
  });
  return {
    name: `compiling ${rules.length} access rules for ${sources.length} devices of a location`,
    ...{ value: median(milliseconds), unit: 'ms', budget: atMost(500) },
  };
}

/** Returns the ids of the rules, in their order. All locations enforce them. */
async function deployRules({ admin, query }: BenchInstance, bodies: readonly EditAccessRule[]): Promise<number[]> {
  // the setting alone: no gateway of the data set is connected
  await query('update location set acl_enabled = true where id = (select min(id) from location)');
  const ids: number[] = [];
  for (const body of bodies) ids.push((await admin.call(addAccessRule, { body })).id);
  await admin.call(deployAccess, { body: { rules: ids, aliases: [] } });
  return ids;
}

async function explainConnections({ admin, query, quick }: BenchInstance): Promise<Reading[]> {
  const users = await query<{ id: number }>('select id from "user" where is_active order by id limit 20');
  const [location] = await query<{ id: number }>('select min(id) as id from location');
  const milliseconds: number[] = [];
  for (let nth = 0; nth < (quick ? 40 : 300); nth += 1) {
    const address = `10.${nth % 64}.${(nth * 7) % 256}.${(nth * 13) % 256}`;
    const startedAt = performance.now();
    await admin.call(explainAccess, {
      body: {
        ...{ user_id: users[nth % users.length]?.id ?? 1, location_id: location?.id ?? 1 },
        ...{ address, protocol: 6, port: 443 },
      },
    });
    // the first ones compile statements and code
    if (nth >= 10) milliseconds.push(performance.now() - startedAt);
  }
  return [
    {
      name: `explaining a connection with ${ruleCount} access rules, p95`,
      ...{ value: quantile(milliseconds, 0.95), unit: 'ms', budget: atMost(20) },
    },
    { name: 'the same, median', value: median(milliseconds), unit: 'ms' },
  ];
}

async function compareChanges(
  instance: BenchInstance,
  bodies: readonly EditAccessRule[],
  ids: readonly number[],
): Promise<Reading[]> {
  const { admin } = instance;
  // the first rule names every address
  const edit = async (nth: number) => {
    const rule = bodies[nth];
    if (!rule) throw new Error('there are too few rules');
    const params = { id: String(ids[nth]) };
    await admin.call(updateAccessRule, { params, body: withOtherDestination(rule, nth) });
  };
  for (let nth = 1; nth <= changeCount; nth += 1) await edit(nth);
  const few = await timeDiff(instance);
  await edit(0);
  const everything = await timeDiff(instance);
  const name = `of ${changeCount} changes of ${ruleCount} access rules with who gains and loses access`;
  return [
    { name: `comparison ${name}, median`, value: few, unit: 'ms', budget: atMost(300) },
    { name: '  with a change that concerns every address', value: everything, unit: 'ms', budget: atMost(300) },
  ];
}

async function timeDiff({ admin, quick }: BenchInstance): Promise<number> {
  const milliseconds: number[] = [];
  for (let round = 0; round < (quick ? 3 : 9); round += 1) {
    const startedAt = performance.now();
    await admin.call(diffAccess, { body: {} });
    milliseconds.push(performance.now() - startedAt);
  }
  return median(milliseconds);
}

export function toAccessRule(body: EditAccessRule, index: number): AccessRule {
  const names = (side: 'allowed' | 'denied') => ({
    ...{ everyUser: false, everyNetworkDevice: false, networkDevices: new Set<number>() },
    ...{ users: new Set(body[`${side}_users`]), groups: new Set(body[`${side}_groups`]) },
  });
  const addresses = parseDestinationList(body.destination);
  const ports = parsePortList(body.ports);
  if (addresses.kind !== 'list' || ports.kind !== 'list') throw new Error('the rule has an invalid list');
  const destination: Destination = { addresses: addresses.ranges, ports: ports.ranges, protocols: body.protocols };
  return {
    ...{ id: index + 1, priority: body.priority, locations: undefined, destinations: [destination] },
    ...{ allowed: names('allowed'), denied: names('denied') },
  };
}
