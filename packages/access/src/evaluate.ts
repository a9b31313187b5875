import type { Address } from '@gatewarden/net/address';
import { type Destination, destinationIn, includesAddress } from './destination.ts';
import { includes } from './intervals.ts';
import { type AccessRule, appliesIn, inOrder, type RuleVerdict, type Source, verdictFor } from './rule.ts';
import { serviceOfPacket } from './services.ts';

/** The first packet of a connection. */
export interface Packet {
  readonly destination: Address;
  /** IANA number; 1 is ICMP of the address's family. */
  readonly protocol: number;
  /** Ignored unless the protocol is TCP or UDP. */
  readonly port: number;
}

export interface Question extends Packet {
  readonly locationId: number;
  readonly source: Source;
}

/**
 * Why a rule did or did not decide.
 * - `other_location`, `other_address`, `other_service`: it does not match the packet.
 * - `other_source`: it matches but does not name the source, and so protects the destination.
 * - `overruled`: it would allow, but a rule of the same priority denies.
 * - `not_reached`: a rule of a lower priority number decided.
 */
export type StepOutcome =
  | 'other_location'
  | 'other_address'
  | 'other_service'
  | 'other_source'
  | 'overruled'
  | 'not_reached'
  | 'allows'
  | 'denies';

export interface Step {
  readonly ruleId: number;
  readonly outcome: StepOutcome;
}

/**
 * - `rule`: `ruleId` decides.
 * - `protected`: a rule matches the packet, but none names the source.
 * - `default`: no rule matches the packet.
 */
export type Decision =
  | { readonly verdict: RuleVerdict; readonly reason: 'rule'; readonly ruleId: number }
  | { readonly verdict: 'deny'; readonly reason: 'protected' }
  | { readonly verdict: RuleVerdict; readonly reason: 'default' };

export interface Evaluation {
  readonly decision: Decision;
  /** Every rule once, in the order of evaluation. */
  readonly steps: readonly Step[];
}

/**
 * Decides about a packet from the active rules and the default of the location. Rules are evaluated by priority: at each,
 * denied if any matching rule denies the source, else allowed if any allows it, else evaluation continues. Of several
 * rules that decide equally, the one with the lowest id is named.
 */
export function evaluate(rules: readonly AccessRule[], question: Question, allowByDefault: boolean): Evaluation {
  const outcomes = inOrder(rules).map((rule) => ({ rule, outcome: outcomeOf(rule, question) }));
  const deciding = outcomes.find(({ outcome }) => outcome === 'allows' || outcome === 'denies');
  const isAtDecidingPriority = ({ priority }: AccessRule) => priority === deciding?.rule.priority;
  const denying = outcomes.find(({ rule, outcome }) => outcome === 'denies' && isAtDecidingPriority(rule));
  const steps = outcomes.map(({ rule, outcome }) => {
    if (deciding && rule.priority > deciding.rule.priority) return { ruleId: rule.id, outcome: 'not_reached' as const };
    if (denying && outcome === 'allows') return { ruleId: rule.id, outcome: 'overruled' as const };
    return { ruleId: rule.id, outcome };
  });
  if (denying) return { decision: { verdict: 'deny', reason: 'rule', ruleId: denying.rule.id }, steps };
  if (deciding) return { decision: { verdict: 'allow', reason: 'rule', ruleId: deciding.rule.id }, steps };
  const isProtected = outcomes.some(({ outcome }) => outcome === 'other_source');
  if (isProtected) return { decision: { verdict: 'deny', reason: 'protected' }, steps };
  return { decision: { verdict: allowByDefault ? 'allow' : 'deny', reason: 'default' }, steps };
}

type OwnOutcome = Exclude<StepOutcome, 'overruled' | 'not_reached'>;

function outcomeOf(rule: AccessRule, { locationId, source, ...packet }: Question): OwnOutcome {
  if (!appliesIn(rule, locationId)) return 'other_location';
  const matches = rule.destinations.map((destination) => matchOf(destination, packet));
  if (!matches.includes('match')) return matches.includes('other_service') ? 'other_service' : 'other_address';
  const verdict = verdictFor(rule, source);
  if (verdict === undefined) return 'other_source';
  return verdict === 'allow' ? 'allows' : 'denies';
}

function matchOf(destination: Destination, packet: Packet): 'match' | 'other_address' | 'other_service' {
  const { family } = packet.destination;
  const inFamily = destinationIn(destination, family);
  if (!inFamily || !includesAddress(inFamily.ranges, packet.destination)) return 'other_address';
  return includes(inFamily.services, serviceOfPacket({ ...packet, family })) ? 'match' : 'other_service';
}
