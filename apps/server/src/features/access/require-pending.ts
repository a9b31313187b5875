import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import type { Selection } from './active-rules.queries.ts';
import { type AliasHead, findAliases } from './aliases.queries.ts';
import { findRules, type RuleHead } from './rules.queries.ts';

/** @throws access_rule_not_found, access_rule_not_pending, access_alias_not_found, access_alias_not_pending */
export async function requirePending(tx: Tx, selection: Selection): Promise<void> {
  requirePendingStates(selection, {
    rules: await findRules(tx, selection.rules),
    aliases: await findAliases(tx, selection.aliases),
  });
}

interface States {
  readonly rules: readonly Pick<RuleHead, 'id' | 'state'>[];
  readonly aliases: readonly Pick<AliasHead, 'id' | 'state'>[];
}

/** As `requirePending`, with the states of the rules and aliases that exist. */
export function requirePendingStates(selection: Selection, { rules, aliases }: States): void {
  const ruleStates = new Map(rules.map(({ id, state }) => [id, state]));
  for (const id of selection.rules) {
    const state = ruleStates.get(id);
    if (state === undefined) throw new DomainError('access_rule_not_found', { id });
    if (state === 'applied' || state === 'expired') throw new DomainError('access_rule_not_pending', { id });
  }
  const aliasStates = new Map(aliases.map(({ id, state }) => [id, state]));
  for (const id of selection.aliases) {
    const state = aliasStates.get(id);
    if (state === undefined) throw new DomainError('access_alias_not_found', { id });
    if (state === 'applied') throw new DomainError('access_alias_not_pending', { id });
  }
}
