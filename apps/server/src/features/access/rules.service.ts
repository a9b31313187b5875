import { isDeepStrictEqual } from 'node:util';
import type { EditAccessRule } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { listPendingAliases } from './aliases.queries.ts';
import { type RuleInput, readRule } from './read-rule.ts';
import * as queries from './rules.queries.ts';
import { requireStoredSize } from './stored-size.ts';

export interface RulesService {
  /** In the order of evaluation; a pending change follows its rule. */
  list(): Promise<queries.RuleRow[]>;
  /** @throws access_rule_not_found */
  get(id: number): Promise<queries.RuleRow>;
  /** @throws access_reference_unknown, access_alias_pending, access_rules_too_large, and what `readRule` throws */
  add(origin: Origin, body: EditAccessRule): Promise<queries.RuleRow>;
  /**
   * Changes a rule that is not deployed; a deployed one gets a pending change, which replaces an earlier one. Returns the
   * row that has the change.
   * @throws access_rule_not_found, access_rule_deleted, and what `add` throws
   */
  update(origin: Origin, id: number, body: EditAccessRule): Promise<queries.RuleRow>;
  /** Marks a deployed rule for deletion, or discards a pending change. @throws access_rule_not_found */
  remove(origin: Origin, id: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
}

export function createRulesService({ db, events }: Dependencies): RulesService {
  async function find(reader: Database | Tx, id: number): Promise<queries.RuleRow> {
    const [rule] = await queries.findRules(reader, [id]);
    if (!rule) throw ruleNotFound(id);
    return rule;
  }

  async function lock(tx: Tx, id: number): Promise<queries.RuleHead> {
    const rule = await queries.lockRule(tx, id);
    if (!rule) throw ruleNotFound(id);
    return rule;
  }

  /** Returns the id of the row that has the change. */
  async function store(tx: Tx, rule: queries.RuleRow, { fields, relations }: RuleInput): Promise<number> {
    if (rule.state === 'new' || rule.state === 'modified') {
      await queries.setRule(tx, rule.id, fields, relations);
      return rule.id;
    }
    await queries.deletePendingChild(tx, rule.id);
    // an expired rule is deployed again without changes
    if (rule.state === 'applied' && hasValues(rule, { fields, relations })) return rule.id;
    return queries.insertRule(tx, { ...fields, parent_id: rule.id, state: 'modified' }, relations);
  }

  /** The row that has the current values: the pending change of the rule, or the rule itself. */
  async function findCurrent(tx: Tx, rule: queries.RuleRow): Promise<queries.RuleRow> {
    const childId = await queries.findPendingChild(tx, rule.id);
    return childId === undefined ? rule : find(tx, childId);
  }

  return {
    list: () => queries.listRules(db),
    get: (id) => find(db, id),
    add(origin, body) {
      const { fields, relations } = readRule(body);
      return inTransaction(db, async (tx) => {
        await requireReferences(tx, relations);
        const id = await queries.insertRule(tx, { ...fields, parent_id: null, state: 'new' }, relations);
        await requireStoredSize(tx);
        await events.publish(tx, 'access.rule-added', origin, { rule: { id, name: fields.name } });
        return find(tx, id);
      });
    },
    update(origin, id, body) {
      const input = readRule(body);
      return inTransaction(db, async (tx) => {
        const { state } = await lock(tx, id);
        if (state === 'deleted') throw new DomainError('access_rule_deleted');
        const rule = await find(tx, id);
        const current = await findCurrent(tx, rule);
        if (current.state !== 'expired' && current.state !== 'deleted' && hasValues(current, input)) return current;
        await requireReferences(tx, input.relations);
        const after = await find(tx, await store(tx, rule, input));
        await requireStoredSize(tx);
        await events.publish(tx, 'access.rule-modified', origin, {
          before: { id, name: rule.name },
          after: { id: after.id, name: after.name },
        });
        return after;
      });
    },
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const { state } = await lock(tx, id);
        const rule = { id, name: (await find(tx, id)).name };
        if (state === 'applied' || state === 'expired') {
          await queries.deletePendingChild(tx, id);
          await queries.insertDeletion(tx, id);
          await events.publish(tx, 'access.rule-marked-for-deletion', origin, { rule });
        } else {
          await queries.deleteRules(tx, [id]);
          await events.publish(tx, 'access.rule-discarded', origin, { rule });
        }
      }),
  };
}

function hasValues(row: queries.RuleRow, { fields, relations }: RuleInput): boolean {
  const sorted = Object.entries(relations).map(([name, ids]) => [name, [...ids].sort((a, b) => a - b)]);
  const { locations, aliases, allowed_users, denied_users, allowed_groups, denied_groups } = row;
  const { allowed_devices, denied_devices } = row;
  const stored = { locations, aliases, allowed_users, denied_users, allowed_groups, denied_groups };
  return (
    isDeepStrictEqual(queries.fieldsOf(row), fields) &&
    isDeepStrictEqual({ ...stored, allowed_devices, denied_devices }, Object.fromEntries(sorted))
  );
}

async function requireReferences(tx: Tx, relations: queries.RuleRelations): Promise<void> {
  const unknown = await queries.findUnknownReference(tx, relations);
  if (unknown) throw new DomainError('access_reference_unknown', { ...unknown });
  const pending = await listPendingAliases(tx, relations.aliases);
  if (pending.length > 0) throw new DomainError('access_alias_pending', { field: 'aliases', ids: pending.join(', ') });
}

function ruleNotFound(id: number): DomainError {
  return new DomainError('access_rule_not_found', { id });
}
