import { tmpdir } from 'node:os';
import { createCompiler } from '@gatewarden/access/compile';
import { evaluate } from '@gatewarden/access/evaluate';
import type { PolicyEntry, Target } from '@gatewarden/access/policy';
import type { AccessRule, Source } from '@gatewarden/access/rule';
import { serviceRangesOf } from '@gatewarden/access/services';
import { formatAddress, parseAddress } from '@gatewarden/net/address';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deviceAddresses, type FirstPacket, makeFilteredNetwork } from '../../../test/filtered-network.ts';
import type { AccessEntry, FirewallPolicy } from '../../ports/firewall.ts';
import { createFirewall } from './create-firewall.ts';

const locationId = 1;
const source: Source = { kind: 'user', id: 1, groups: [1] };

/** The server's addresses, without the one of the sentinel. */
const host = fc.integer({ min: 1, max: 14 });
const family = fc.constantFrom(4 as const, 6 as const);
const baseOf = { 4: 0x0a140000n, 6: 0xfd000020n << 96n } as const;

const range = fc.tuple(family, host, fc.integer({ min: 0, max: 5 })).map(([own, first, size]) => ({
  family: own,
  first: baseOf[own] + BigInt(first),
  last: baseOf[own] + BigInt(Math.min(14, first + size)),
}));

const sides = fc.constantFrom<Partial<Record<'allowed' | 'denied', 'user' | 'other'>>>(
  { allowed: 'user' },
  { denied: 'user' },
  { allowed: 'other' },
  { allowed: 'user', denied: 'other' },
);

const rule = fc.record({
  priority: fc.integer({ min: 0, max: 1 }),
  addresses: fc.array(range, { minLength: 1, maxLength: 3 }),
  ports: fc.uniqueArray(fc.constantFrom(22, 80), { maxLength: 2 }),
  protocols: fc.uniqueArray(fc.constantFrom(6, 17), { maxLength: 2 }),
  sides,
});

const rules = fc.array(rule, { minLength: 1, maxLength: 6 }).map((all) => [
  ruleOf({
    id: 100,
    priority: -1,
    addresses: [sentinelRange],
    ports: [9],
    protocols: [17],
    sides: { allowed: 'user' },
  }),
  ...all.map((each, index) => ruleOf({ ...each, id: index + 1 })),
]);

const sentinelRange = { family: 4 as const, first: baseOf[4] + 15n, last: baseOf[4] + 15n };

interface RuleText {
  readonly id: number;
  readonly priority: number;
  readonly addresses: AccessRule['destinations'][number]['addresses'];
  readonly ports: readonly number[];
  readonly protocols: readonly number[];
  readonly sides: Partial<Record<'allowed' | 'denied', 'user' | 'other'>>;
}

function ruleOf({ id, priority, addresses, ports, protocols, sides: { allowed, denied } }: RuleText): AccessRule {
  return {
    ...{ id, priority, locations: undefined },
    destinations: [{ addresses, ports: ports.map((port) => ({ first: port, last: port })), protocols }],
    allowed: namesOf(allowed),
    denied: namesOf(denied),
  };
}

function namesOf(side: 'user' | 'other' | undefined): AccessRule['allowed'] {
  const users = new Set(side === undefined ? [] : [side === 'user' ? 1 : 2]);
  const none = { groups: new Set<number>(), networkDevices: new Set<number>() };
  return { everyUser: false, everyNetworkDevice: false, users, ...none };
}

const packets: FirstPacket[] = [4, 6].flatMap((version) =>
  Array.from({ length: 14 }, (_, n) => n + 1).flatMap((n) =>
    ([22, 80, 443] as const).flatMap((port) =>
      (['tcp', 'udp'] as const).map((protocol) => ({
        ...{ port, protocol },
        address: version === 4 ? `10.20.0.${n}` : `fd00:20::${n.toString(16)}`,
      })),
    ),
  ),
);

it('forwards in the kernel what the evaluator allows, for random rules', { timeout: 300_000 }, async () => {
  await using network = await makeFilteredNetwork();
  const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
  await fc.assert(
    fc.asyncProperty(rules, fc.boolean(), async (active, allowByDefault) => {
      await firewall.apply(compile(active, allowByDefault));

      const delivered = await network.deliver(packets);

      const expected = packets.filter(({ address, protocol, port }) => {
        const destination = parseAddress(address) ?? { family: 4, value: 0n };
        const question = { destination, protocol: protocol === 'tcp' ? 6 : 17, port, source, locationId };
        return evaluate(active, question, allowByDefault).decision.verdict === 'allow';
      });
      expect(delivered).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

function compile(active: AccessRule[], allowByDefault: boolean): FirewallPolicy {
  const { policy, profileOf } = createCompiler({ rules: active, locationId, allowByDefault });
  return {
    mode: allowByDefault ? 'allow' : 'deny',
    protected: policy.protectedTargets.map((target) => toEntry({ ...target, allow: false, ruleId: 0 })),
    profiles: new Map([['1', (profileOf(source) ?? []).map(toEntry)]]),
    sources: new Map(deviceAddresses.map((each) => [each, '1'])),
  };
}

function toEntry({
  family: own,
  first,
  last,
  services,
  allow,
  ruleId,
}: Target & Pick<PolicyEntry, 'allow' | 'ruleId'>): AccessEntry {
  return {
    family: own,
    first: formatAddress({ family: own, value: first }),
    last: formatAddress({ family: own, value: last }),
    services: serviceRangesOf(services),
    ...{ allow, rule: `${ruleId}` },
  };
}
