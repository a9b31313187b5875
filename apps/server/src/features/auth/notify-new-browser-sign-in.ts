import { browserName } from '@gatewarden/contract/browser-name';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { findUserById, type UserSnapshot } from '../users/index.ts';
import './auth.events.ts';
import { recordKnownBrowser } from './known-browsers.queries.ts';

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail'>;
}

/** Mails the owner of an account about a sign-in with a kind of browser that is new to the account. */
export function notifyNewBrowserSignIn({ events, clock, mail }: Dependencies): void {
  async function notifyOwner(tx: Tx, { id }: UserSnapshot, { ip, device }: Origin): Promise<void> {
    const browser = browserName(device ?? '');
    if (!(await recordKnownBrowser(tx, id, browser ?? ''))) return;
    const user = await findUserById(tx, id);
    if (!user) return;
    const { email: to, language, first_name: name } = user;
    const values = { name, at: clock.now().toISOString(), address: ip ?? '–', browser: browser ?? null };
    await mail.sendMail(tx, { to, language, template: 'new_sign_in', values });
  }
  events.on('user.signed-in', (tx, { payload, origin }) => notifyOwner(tx, payload.user, origin));
  // a proof in a complete session comes from a known browser and mails nothing
  events.on('user.second-factor-used', (tx, { payload, origin }) => notifyOwner(tx, payload.user, origin));
}
