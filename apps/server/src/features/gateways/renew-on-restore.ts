import type { Events } from '../../platform/events/events.ts';
import type { DesiredState } from './desired-state.ts';
import { lockStates } from './location-state.queries.ts';
import { renewStateIds } from './state-history.queries.ts';

/** After a restore, every gateway gets the full state, even if it claims to hold a known one. */
export function renewOnRestore(events: Events, state: Pick<DesiredState, 'notifyGateways'>): void {
  events.on('instance.restored', async (tx) => {
    const locationIds = await lockStates(tx);
    await renewStateIds(tx);
    // every replica reads the states again
    for (const locationId of locationIds) await state.notifyGateways(tx, locationId);
  });
}
