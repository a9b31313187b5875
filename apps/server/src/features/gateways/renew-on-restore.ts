import type { Events } from '../../platform/events/events.ts';
import type { DesiredState } from './desired-state.ts';
import { lockStates } from './location-state.queries.ts';
import { renewStateIds } from './state-history.queries.ts';

/** After a restore every gateway gets the whole state, whatever it holds. */
export function renewOnRestore(events: Events, state: Pick<DesiredState, 'notifyGateways'>): void {
  events.on('instance.restored', async (tx) => {
    const locationIds = await lockStates(tx);
    await renewStateIds(tx);
    // has every replica look again
    for (const locationId of locationIds) await state.notifyGateways(tx, locationId);
  });
}
