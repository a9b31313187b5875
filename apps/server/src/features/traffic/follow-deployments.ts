import type { Events } from '../../platform/events/events.ts';
import { deleteRuleHits, moveRuleHits } from './rule-hits.queries.ts';

/** A changed rule retains what was counted for it; a deleted one does not. */
export function followDeployments(events: Events): void {
  events.on('access.deployed', async (tx, { payload: { rules } }) => {
    const replaced = rules.flatMap(({ id, previous_id: previousId, change }) =>
      change === 'modified' && previousId !== null ? [{ id, previousId }] : [],
    );
    await moveRuleHits(tx, replaced);
    await deleteRuleHits(
      tx,
      rules.filter(({ change }) => change === 'deleted').map(({ id }) => id),
    );
  });
}
