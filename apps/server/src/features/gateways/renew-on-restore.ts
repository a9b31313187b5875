import type { Events } from '../../platform/events/events.ts';
import type { DesiredState } from './desired-state.ts';
import { lockStates, renewStateIds } from './location-state.queries.ts';

/**
 * After a restore every gateway gets the whole state, whatever it holds, and join tokens that were replaced since the
 * backup open nothing.
 */
export function renewOnRestore(events: Events, state: Pick<DesiredState, 'replaceJoinSecret' | 'removed'>): void {
  events.on('instance.restored', async (tx) => {
    const locationIds = await lockStates(tx);
    await renewStateIds(tx);
    for (const locationId of locationIds) {
      await state.replaceJoinSecret(tx, locationId);
      // has every replica look again
      await state.removed(tx, locationId);
    }
  });
}
