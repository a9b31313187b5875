import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addAccessRule, deployAccess } from '@gatewarden/contract/access';
import { updateUser } from '@gatewarden/contract/users';
import { createFirewall } from '../../apps/gateway/src/adapters/nftables/create-firewall.ts';
import type { FirewallPolicy } from '../../apps/gateway/src/ports/firewall.ts';
import { type FilteredNetwork, makeFilteredNetwork } from '../../apps/gateway/test/filtered-network.ts';
import { makeNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { median, quantile } from '../figures.ts';
import { compilePolicy } from '../gateways/compiled-policy.ts';
import { makeAgent } from '../gateways/run-agent.ts';
import type { BenchInstance } from '../instance.ts';
import { atLeast, atMost, type Measure, NotMeasured, type Reading } from '../measure.ts';
import { listSources, makeRules, ruleCount, toAccessRule } from './access-rules.ts';

const transfer = fileURLToPath(new URL('../gateways/transfer.ts', import.meta.url));
const destination = '10.20.0.1';
const device = '10.1.0.2';
/** Users whose changes are not measured. */
const warmUps = 5;

/** What access rules cost in the kernel of a gateway: of forwarding, and of a change. */
export const firewall: Measure = {
  name: 'firewall',
  async *run(instance) {
    if (process.getuid?.() !== 0) throw new NotMeasured('Network namespaces need root.');
    yield* measureThroughput(instance);
    yield* measureChanges(instance);
  },
};

/** Transfers with and without rules in turn, between namespaces that the gateway connects. */
async function* measureThroughput(instance: BenchInstance): AsyncGenerator<Reading, void, void> {
  const rules = (await makeRules(instance)).map(toAccessRule);
  const policy = compilePolicy({ rules, sources: await listSources(instance) }, { address: device, destination });
  await using network = await makeFilteredNetwork();
  const filter = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
  const open: number[] = [];
  const filtered: number[] = [];
  for (let round = 0; round < (instance.quick ? 2 : 7); round += 1) {
    await filter.remove();
    open.push(await transferSeconds(network, instance.quick));
    await filter.apply(policy);
    filtered.push(await transferSeconds(network, instance.quick));
  }
  yield {
    name: `forwarding with ${ruleCount} access rules and ${policy.sources.size} devices, of the throughput without`,
    ...{ value: (100 * median(open)) / median(filtered), unit: '%', budget: atLeast(90) },
  };
}

async function transferSeconds({ device: from, server }: FilteredNetwork, quick: boolean): Promise<number> {
  const bytes = String((quick ? 1 : 8) * 1_000_000_000);
  const received = server.run(process.execPath, [transfer, 'receive', bytes]);
  await from.run(process.execPath, [transfer, 'send', destination, bytes]);
  return Number(await received);
}

/** From a request to the acknowledgement of an agent that has changed the kernel's firewall. */
async function* measureChanges(instance: BenchInstance): AsyncGenerator<Reading, void, void> {
  const { admin, query, quick } = instance;
  const [location] = await query<{ id: number; peers: number }>(
    'select location_id as id, count(*)::int as peers from peer where not removed group by 1 order by 2 desc, 1 limit 1',
  );
  if (!location) throw new Error('no location has peers');
  await query('update location set acl_enabled = true, acl_default_allow = true where id = $1', [location.id]);
  const ids: number[] = [];
  try {
    for (const body of await makeRules(instance)) ids.push((await admin.call(addAccessRule, { body })).id);
    await admin.call(deployAccess, { body: { rules: ids, aliases: [] } });
    await using namespace = await makeNamespace();
    let enforced: FirewallPolicy | undefined;
    await using agent = await makeAgent(instance, location.id, ({ name }, folder) => {
      const own = createFirewall({ run: namespace.run, name, folder });
      const apply: typeof own.apply = async (policy, before) => {
        await own.apply(policy, before);
        enforced = policy;
      };
      return { ...own, apply };
    });
    agent.start();
    const people = await query<{ username: string; address: string }>(
      `select u.username, split_part(p.allowed_ips[1], '/', 1) as address from peer p
       join device d on d.id = p.device_id join "user" u on u.id = d.user_id
       where p.location_id = $1 and not p.removed and u.is_active and p.access_profile_id is not null
       order by u.id limit $2`,
      [location.id, warmUps + (quick ? 5 : 40)],
    );
    // the state is applied completely: peers come after the firewall
    await until(() => agent.peers().size > 0);
    const milliseconds: number[] = [];
    const requests: number[] = [];
    for (const [index, { username, address }] of people.entries()) {
      for (const is_active of [false, true]) {
        const startedAt = performance.now();
        await admin.call(updateUser, { params: { username }, body: { is_active } });
        const answeredAt = performance.now();
        await until(() => enforced?.sources.has(address) === is_active);
        // the first ones compile statements and code
        if (index < warmUps) continue;
        requests.push(answeredAt - startedAt);
        milliseconds.push(performance.now() - startedAt);
      }
    }
    const of = `a gateway with ${location.peers} peers and ${ruleCount} access rules`;
    yield* [
      {
        name: `from a change of a device's access to the kernel of ${of}, p95`,
        ...{ value: quantile(milliseconds, 0.95), unit: 'ms', budget: atMost(200) },
      },
      { name: 'the same, median', value: median(milliseconds), unit: 'ms' },
      { name: '  of it until core answered, median', value: median(requests), unit: 'ms' },
    ];
  } finally {
    await query('delete from access_rule');
  }
}

const limitMilliseconds = 60_000;

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + limitMilliseconds;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the gateway did not enforce the rules in time');
    await wait(1);
  }
}
