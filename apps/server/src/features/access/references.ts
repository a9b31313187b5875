import { type AccessReferences, maxReferences, type ReferencedKind } from '@gatewarden/contract/access-references';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { stateNames } from './access.present.ts';
import * as queries from './references.queries.ts';

/** The rules and tests that name an object. */
export type FindReferences = (kind: ReferencedKind, id: number) => Promise<AccessReferences>;

export function createFindReferences({ db }: { readonly db: Database }): FindReferences {
  return async (kind, id) => {
    const filter = { kind, id, limit: maxReferences };
    const rules = await queries.listRuleReferences(db, filter);
    const tests = await queries.listTestReferences(db, filter);
    return {
      rules: rules.rows.map((row) => ({ ...row, state: stateNames[row.state] })),
      rule_count: rules.count,
      tests: tests.rows,
      test_count: tests.count,
    };
  };
}

/**
 * A group that is deleted disappears from rules, and its tests are deleted. If the deletion is undone, rules name the
 * group again: without that, sources that a rule denied would remain allowed.
 */
export function restoreReferencesOfGroups(events: Events): void {
  events.onSignal('groups.removing', (tx, { groupId }) => queries.storeReferencesOfRemovedGroup(tx, groupId));
  events.onSignal('groups.restoring', (tx, { groupId }) => queries.addReferencesOfRestoredGroup(tx, groupId));
}
