import { type Evaluation, evaluate, type Question } from '@gatewarden/access/evaluate';
import type { AccessRule, Source } from '@gatewarden/access/rule';
import type { AccessDecision, AccessExplanation, AccessQuestion } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import { type Address, parseAddress } from '@gatewarden/net/address';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ActiveRuleRow, hasPendingChanges, listActiveRules } from './active-rules.queries.ts';
import * as queries from './explain.queries.ts';
import { findRuleHits } from './hits.ts';
import { findPolicyAt, type PastPolicy } from './past-policy.ts';
import { toAccessRule } from './to-access-rule.ts';

/**
 * What gateways decide about a connection and why, and what they would decide after a deployment of all pending changes.
 * A question about the past is answered with the version that was in force then.
 * @throws location_not_found, user_not_found, device_not_found, access_question_invalid, access_version_not_found
 */
export type Explain = (question: AccessQuestion) => Promise<AccessExplanation>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export function createExplain({ db, clock }: Dependencies): Explain {
  const toRule = createRuleReader();
  return (question) =>
    inSnapshot(db, async (tx) => {
      const locationId = question.location_id;
      const location = await queries.findLocationPolicy(tx, locationId);
      if (!location) throw new DomainError('location_not_found', { field: 'location_id' });
      const found = await findSource(tx, question);
      const asked = {
        locationId,
        source: toSource(question, found),
        destination: readAddress(question.address),
        protocol: question.protocol,
        port: question.port ?? 0,
      };
      const filter = { at: clock.now(), locationId };
      const obstacle = obstacleOf(found);
      if (question.at !== undefined) {
        const past = explainPast(await findPolicyAt(tx, locationId, new Date(question.at)), asked);
        return { ...past, obstacle, hits: null };
      }
      const current = decide(await listActiveRules(tx, filter), asked, location, toRule);
      const pending = (await hasPendingChanges(tx))
        ? decide(await listActiveRules(tx, { ...filter, withPending: 'all' }), asked, location, toRule)
        : current;
      const hits = current.rule && (await findRuleHits(tx, clock, { ruleId: current.rule.id, locationId }));
      return { ...current, obstacle, hits, pending, version: null };
    });
}

/** Of stored rules, about as many bytes in memory. */
const maxKnownCharacters = 4_000_000;

/** Reads equal rows once: most rules are the same for the next question, and after a deployment. */
function createRuleReader(): typeof toAccessRule {
  const known = new Map<string, AccessRule>();
  let characters = 0;
  return (row) => {
    const key = JSON.stringify(row);
    const rule = known.get(key) ?? toAccessRule(row);
    if (known.has(key) || key.length > maxKnownCharacters) return rule;
    if (characters + key.length > maxKnownCharacters) {
      known.clear();
      characters = 0;
    }
    known.set(key, rule);
    characters += key.length;
    return rule;
  };
}

function explainPast({ version, rules, location, groupsOf }: PastPolicy, question: Question) {
  const { source } = question;
  const then = source.kind === 'user' ? { ...source, groups: groupsOf(source.id) } : source;
  const decision = decide(rules, { ...question, source: then }, location);
  return { ...decision, pending: decision, version: { id: version.id, at: toNaive(version.at) } };
}

function findSource(tx: Tx, question: AccessQuestion): Promise<queries.SourceRow> {
  const { user_id: userId, device_id: deviceId, location_id: locationId } = question;
  if ((userId === undefined) === (deviceId === undefined)) {
    throw new DomainError('access_question_invalid', { field: 'user_id' });
  }
  return userId === undefined
    ? orNotFound(queries.findDeviceSource(tx, deviceId ?? 0, locationId), 'device_not_found', 'device_id')
    : orNotFound(queries.findUserSource(tx, userId, locationId), 'user_not_found', 'user_id');
}

async function orNotFound(
  row: Promise<queries.SourceRow | undefined>,
  code: 'device_not_found' | 'user_not_found',
  field: string,
): Promise<queries.SourceRow> {
  const found = await row;
  if (!found) throw new DomainError(code, { field });
  return found;
}

function toSource({ device_id: deviceId }: AccessQuestion, { user_id: userId, groups }: queries.SourceRow): Source {
  return userId === null ? { kind: 'network-device', id: deviceId ?? 0 } : { kind: 'user', id: userId, groups };
}

/** On the wire, IPv4-mapped addresses are IPv4 addresses. */
function readAddress(text: string): Address {
  const address = parseAddress(text.trim());
  if (!address) throw new DomainError('access_question_invalid', { field: 'address' });
  const isMapped = address.family === 6 && address.value >> 32n === 0xffffn;
  return isMapped ? { family: 4, value: address.value & 0xffff_ffffn } : address;
}

function obstacleOf({ is_active: isActive, is_in_location: isInLocation }: queries.SourceRow) {
  if (!isActive) return 'account_disabled';
  return isInLocation ? null : 'no_device';
}

function decide(
  rows: readonly ActiveRuleRow[],
  question: Question,
  location: Pick<queries.LocationPolicyRow, 'acl_enabled' | 'acl_default_allow'>,
  toRule = toAccessRule,
): AccessDecision {
  const { decision, steps } = evaluate(rows.map(toRule), question, location.acl_default_allow);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return {
    ...decisionOf(decision, rowsById, location),
    steps: steps.map(({ ruleId, outcome }) => ({
      rule: { id: ruleId, name: rowsById.get(ruleId)?.name ?? '' },
      priority: rowsById.get(ruleId)?.priority ?? 0,
      outcome,
    })),
  };
}

function decisionOf(
  decision: Evaluation['decision'],
  rowsById: ReadonlyMap<number, ActiveRuleRow>,
  { acl_enabled: isEnabled }: Pick<queries.LocationPolicyRow, 'acl_enabled'>,
): Omit<AccessDecision, 'steps'> {
  if (!isEnabled) return { allowed: true, reason: 'off', rule: null };
  const rule = decision.reason === 'rule' ? rowsById.get(decision.ruleId) : undefined;
  return {
    allowed: decision.verdict === 'allow',
    reason: decision.reason,
    rule: rule ? { id: rule.id, name: rule.name } : null,
  };
}
