import { browserName } from '@gatewarden/contract/browser-name';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { findUserById } from '../users/index.ts';
import './openid-apps.events.ts';
import { deleteGrants, deleteGrantsOfSession, deleteGrantsWithoutAccess } from './consents.queries.ts';

/**
 * Ends the tokens of applications in the transaction that takes the rights away: a disabled account, a group left, a new
 * password, a removed factor, a revoked session. Sessions end by themselves, and with them what is bound to them; access
 * that outlasts a session ends here.
 */
export function endGrantsOnAccessLoss(events: Events): void {
  events.onSignal('users.access-changed', (tx, { userIds }) => deleteGrantsWithoutAccess(tx, userIds));
  for (const type of ['user.password-changed', 'user.password-set-by-admin', 'mfa.disabled'] as const) {
    events.on(type, async (tx, { payload }) => void (await deleteGrants(tx, { userId: payload.user.id })));
  }
  events.onSignal('sessions.revoked', async (tx, { userId, ...session }) => deleteGrantsOfSession(tx, userId, session));
  events.on('user.stopped', async (tx, { payload }) => void (await deleteGrants(tx, { userId: payload.user.id })));
  events.on('instance.restored', async (tx) => void (await deleteGrants(tx, {})));
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail'>;
}

/** Mails the owner of an account when an application receives data of the account for the first time. */
export function notifyFirstUse({ events, clock, mail }: Dependencies): void {
  events.on('openid-app.authorized', async (tx, { payload: { user, app, is_first }, origin }) => {
    const owner = is_first ? await findUserById(tx, user.id) : undefined;
    if (!owner) return;
    const { email: to, language, first_name: name } = owner;
    const { ip: address = '–', device = '' } = origin;
    const browser = browserName(device) ?? null;
    const values = { name, application: app.name, at: clock.now().toISOString(), address, browser };
    await mail.sendMail(tx, { to, language, template: 'new_application', values });
  });
}
