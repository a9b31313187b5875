import { includesAddress } from '../src/destination.ts';
import type { Decision, Packet } from '../src/evaluate.ts';
import { includes } from '../src/intervals.ts';
import type { Policy, Profile, Target } from '../src/policy.ts';
import { serviceOfPacket } from '../src/services.ts';

/** What gateways do with a packet of a source with this profile; undefined means that no rule names the source. */
export function decide(policy: Policy, profile: Profile | undefined, packet: Packet): Decision {
  const entry = profile?.find((each) => isTarget(each, packet));
  if (entry) return { verdict: entry.allow ? 'allow' : 'deny', reason: 'rule', ruleId: entry.ruleId };
  if (policy.protectedTargets.some((each) => isTarget(each, packet))) return { verdict: 'deny', reason: 'protected' };
  return { verdict: policy.allowByDefault ? 'allow' : 'deny', reason: 'default' };
}

function isTarget(target: Target, { destination, ...service }: Packet): boolean {
  const { family } = destination;
  return includesAddress([target], destination) && includes(target.services, serviceOfPacket({ ...service, family }));
}
