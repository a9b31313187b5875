import { describe, expect, it } from 'vitest';
import { addressOf, destination, givenRule } from '../test/given-rule.ts';
import { resolveDestinations } from './destination.ts';
import { evaluate } from './evaluate.ts';
import type { AccessRule, Source } from './rule.ts';

const alice: Source = { kind: 'user', id: 1, groups: [10] };
const printer: Source = { kind: 'network-device', id: 1 };
const forAlice = { users: new Set([1]) };
const forBob = { users: new Set([2]) };
const [icmp, tcp, udp, icmp6] = [1, 6, 17, 58];

interface Attempt {
  readonly to?: string;
  readonly protocol?: number;
  readonly port?: number;
  readonly source?: Source;
  readonly allowByDefault?: boolean;
}

function attempt(
  rules: AccessRule[],
  { to = '10.0.0.1', protocol = tcp, port = 443, source = alice, allowByDefault = false }: Attempt = {},
) {
  return evaluate(rules, { locationId: 1, source, destination: addressOf(to), protocol, port }, allowByDefault);
}

const verdict = (...input: Parameters<typeof attempt>) => attempt(...input).decision.verdict;

describe('evaluate', () => {
  it.each([true, false])('follows the default of the location if no rule matches (allow: %s)', (allowByDefault) => {
    const { decision } = attempt([], { allowByDefault });

    expect(decision).toEqual({ verdict: allowByDefault ? 'allow' : 'deny', reason: 'default' });
  });

  it('denies a source that no matching rule names, whatever the default', () => {
    const rules = [givenRule({ allow: forBob, to: [destination({ addresses: ['10.0.0.0/8'], ports: [443] })] })];

    expect(attempt(rules, { allowByDefault: true }).decision).toEqual({ verdict: 'deny', reason: 'protected' });
    expect(verdict(rules, { allowByDefault: true, port: 80 })).toBe('allow');
    expect(verdict(rules, { allowByDefault: true, to: '11.0.0.1' })).toBe('allow');
  });

  it('denies if a rule of the same priority denies, whatever the ids', () => {
    const rules = [givenRule({ id: 1, allow: forAlice }), givenRule({ id: 2, deny: forAlice })];

    const { decision, steps } = attempt(rules);

    expect(decision).toEqual({ verdict: 'deny', reason: 'rule', ruleId: 2 });
    expect(steps).toEqual([
      { ruleId: 1, outcome: 'overruled' },
      { ruleId: 2, outcome: 'denies' },
    ]);
  });

  it('follows the lower priority number first', () => {
    const rules = [
      givenRule({ id: 1, priority: 5, deny: forAlice }),
      givenRule({ id: 2, priority: -1, allow: forAlice }),
    ];

    const { decision, steps } = attempt(rules);

    expect(decision).toEqual({ verdict: 'allow', reason: 'rule', ruleId: 2 });
    expect(steps).toEqual([
      { ruleId: 2, outcome: 'allows' },
      { ruleId: 1, outcome: 'not_reached' },
    ]);
  });

  it('continues after a matching rule that does not name the source', () => {
    const rules = [givenRule({ id: 1, allow: forBob }), givenRule({ id: 2, priority: 1, allow: forAlice })];

    expect(attempt(rules).steps).toEqual([
      { ruleId: 1, outcome: 'other_source' },
      { ruleId: 2, outcome: 'allows' },
    ]);
  });

  it('denies a source that one rule both allows and denies', () => {
    expect(verdict([givenRule({ allow: { everyUser: true }, deny: { groups: new Set([10]) } })])).toBe('deny');
  });

  it('distinguishes users from network devices with the same id', () => {
    const rules = [givenRule({ allow: forAlice })];

    expect(verdict(rules)).toBe('allow');
    expect(verdict(rules, { source: printer })).toBe('deny');
    expect(verdict([givenRule({ allow: { everyNetworkDevice: true } })], { source: printer })).toBe('allow');
  });

  it('names the location, address or service in which a rule differs', () => {
    const to = [destination({ addresses: ['10.0.0.0/24'], ports: [22] })];
    const rules = [givenRule({ id: 1, locations: [2], to }), givenRule({ id: 2, to })];

    expect(attempt(rules).steps.map(({ outcome }) => outcome)).toEqual(['other_location', 'other_service']);
    expect(attempt(rules, { to: '10.9.0.1' }).steps[1]?.outcome).toBe('other_address');
  });

  it('applies nowhere if a rule names no location', () => {
    expect(verdict([givenRule({ locations: [], allow: forAlice })])).toBe('deny');
  });
});

describe('protocols and ports', () => {
  const allowing = (lists: Parameters<typeof destination>[0]) => [
    givenRule({ allow: forAlice, to: [destination(lists)] }),
  ];

  it('takes ports without protocols for TCP and UDP', () => {
    const rules = allowing({ ports: [443] });

    expect([tcp, udp, icmp, 132].map((protocol) => verdict(rules, { protocol }))).toEqual([
      ...['allow', 'allow'],
      ...['deny', 'deny'],
    ]);
    expect(verdict(rules, { port: 444 })).toBe('deny');
  });

  it('matches ICMP beside ports whatever the port', () => {
    const rules = allowing({ ports: [443], protocols: [icmp, tcp] });

    expect(verdict(rules, { protocol: icmp, port: 0 })).toBe('allow');
    expect(verdict(rules, { protocol: tcp, port: 80 })).toBe('deny');
    expect(verdict(rules, { protocol: udp, port: 443 })).toBe('deny');
  });

  it('takes protocol 1 for ICMP of the address family', () => {
    const rules = allowing({ protocols: [icmp] });

    expect(verdict(rules, { to: 'fd00::1', protocol: icmp6, port: 0 })).toBe('allow');
    expect(verdict(rules, { to: 'fd00::1', protocol: icmp, port: 0 })).toBe('allow');
    expect(verdict(rules, { protocol: icmp6, port: 0 })).toBe('deny');
  });

  it('matches no packet of the other family if all addresses are of one', () => {
    expect(verdict(allowing({ addresses: ['0.0.0.0/0'] }), { to: 'fd00::1' })).toBe('deny');
    expect(verdict(allowing({ addresses: ['::/0'] }), { to: 'fd00::1' })).toBe('allow');
    expect(verdict(allowing({ addresses: ['::/0'] }))).toBe('deny');
  });
});

describe('resolveDestinations', () => {
  const empty = destination({});
  const web = destination({ addresses: ['10.0.0.1'], ports: [443] });

  it('joins the manual part and component aliases into one destination', () => {
    const destinations = resolveDestinations({
      manual: destination({ addresses: ['10.0.0.1'] }),
      componentAliases: [destination({ ports: [22] }), destination({ addresses: ['10.0.0.2'], protocols: [tcp] })],
      destinationAliases: [],
    });

    expect(destinations).toEqual([destination({ addresses: ['10.0.0.1', '10.0.0.2'], ports: [22], protocols: [tcp] })]);
  });

  it('means any destination if everything is empty', () => {
    expect(resolveDestinations({ manual: empty, componentAliases: [], destinationAliases: [] })).toEqual([empty]);
  });

  it('does not mean any destination beside a destination alias', () => {
    expect(resolveDestinations({ manual: empty, componentAliases: [empty], destinationAliases: [web] })).toEqual([web]);
  });

  it('adds each destination alias as another destination', () => {
    const manual = destination({ ports: [22] });

    expect(resolveDestinations({ manual, componentAliases: [], destinationAliases: [web] })).toEqual([manual, web]);
  });
});
