import { browserName } from '@gatewarden/contract/browser-name';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { findUserById } from '../users/index.ts';
import { claimDeviceMail, listAddressTexts } from './device-mails.queries.ts';
import type { DeviceSnapshot } from './devices.events.ts';

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail' | 'isConfigured'>;
}

/** Mails are read by people. */
const maxLocations = 20;

type Change = 'added' | 'new_key' | 'switched_on';

/**
 * Mails the owner when a device may connect that could not before, regardless of who made the change, except for devices
 * of an imported network. Sends one mail in
 * five minutes; `mailPendingChanges` reports how many changes followed it.
 */
export function notifyDeviceOwners({ events, clock, mail }: Dependencies): void {
  async function notify(
    tx: Tx,
    change: Change,
    device: DeviceSnapshot,
    { by, ip, device: agent }: Origin,
  ): Promise<void> {
    if (!(await mail.isConfigured(tx))) return;
    const owner = await findUserById(tx, device.user_id);
    if (!owner || !(await claimDeviceMail(tx, owner.id, clock.now()))) return;
    await mail.sendMail(tx, {
      to: owner.email,
      language: owner.language,
      template: 'device_changed',
      values: {
        name: owner.first_name,
        change,
        device: device.name,
        ...(change !== 'switched_on' && { public_key: device.wireguard_pubkey }),
        ...(change === 'added' && { addresses: await listAddressTexts(tx, device.id, maxLocations) }),
        administrator: by === 'system' || by.userId === owner.id ? null : by.username,
        at: clock.now().toISOString(),
        address: ip ?? '–',
        browser: browserName(agent ?? '') ?? null,
      },
    });
  }
  events.on('device.added', async (tx, { payload, origin }) => {
    if (!payload.imported) await notify(tx, 'added', payload.device, origin);
  });
  events.on('device.modified', async (tx, { payload: { before, after }, origin }) => {
    if (before.wireguard_pubkey !== after.wireguard_pubkey) await notify(tx, 'new_key', after, origin);
  });
  events.on('device.switched-on', (tx, { payload, origin }) => notify(tx, 'switched_on', payload.device, origin));
}
