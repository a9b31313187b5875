import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { DeviceSnapshot } from './devices.events.ts';
import { setKeySetBy } from './devices.queries.ts';

/**
 * Records who set the key of a network device, in the transaction of the change: an emergency stop of that user suspends
 * the device, regardless of its owner.
 */
export function recordKeySetters(events: Events): void {
  async function record(tx: Tx, { id, device_type: kind }: DeviceSnapshot, { by }: Origin): Promise<void> {
    if (kind === 'network' && by !== 'system') await setKeySetBy(tx, id, by.userId);
  }
  events.on('device.added', (tx, { payload, origin }) => record(tx, payload.device, origin));
  events.on('device.modified', async (tx, { payload: { before, after }, origin }) => {
    if (before.wireguard_pubkey !== after.wireguard_pubkey) await record(tx, after, origin);
  });
}
