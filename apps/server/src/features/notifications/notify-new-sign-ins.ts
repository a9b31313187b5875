import { browserName } from '@gatewarden/contract/browser-name';
import { formatAddress, parseAddress } from '@gatewarden/net/address';
import { subnetOf } from '@gatewarden/net/subnet';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { describePlace } from './describe-author.ts';
import type { Notify } from './notifications.service.ts';
import { recordSignInOrigin } from './sign-in-origins.queries.ts';

/** Notifies users of sign-ins from a browser or an address that their account was not used from before. */
export function notifyNewSignIns(events: Pick<Events, 'on'>, clock: Pick<Clock, 'now'>, notify: Notify): void {
  async function record(tx: Tx, userId: number, origin: Origin): Promise<void> {
    const place = { browser: browserName(origin.device ?? '') ?? '', network: networkOf(origin.ip) };
    const { isFirst, isNewBrowser, isNewNetwork } = await recordSignInOrigin(tx, userId, place, clock.now());
    if (isFirst || !(isNewBrowser || isNewNetwork)) return;
    await notify(tx, [userId], {
      kind: 'new_sign_in',
      key: `new_sign_in:${place.browser}:${place.network}`,
      details: { ...describePlace(origin), new_browser: isNewBrowser, new_address: isNewNetwork },
    });
  }
  events.on('user.signed-in', (tx, { payload, origin }) => record(tx, payload.user.id, origin));
  events.on('user.second-factor-used', async (tx, { payload: { user, completesSignIn }, origin }) => {
    if (completesSignIn) await record(tx, user.id, origin);
  });
}

/** Providers change the second half of an IPv6 address, as do computers themselves (RFC 8981). */
const ipv6Prefix = 64;

function networkOf(ip: string | undefined): string {
  const address = parseAddress(ip ?? '');
  if (!address) return '';
  if (address.family === 4) return formatAddress(address);
  return formatAddress({ family: 6, value: subnetOf(address, ipv6Prefix).first });
}
