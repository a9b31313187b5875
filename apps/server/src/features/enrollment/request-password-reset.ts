import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { credentials, lockUserById, loginName, toUserSnapshot } from '../users/index.ts';
import type { AccountTokens } from './account-tokens.ts';
import { linkWithToken } from './edge-links.ts';
import './enrollment.events.ts';
import type { Visitor } from './enrollment-sessions.ts';
import { claimMail } from './limit-requests.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly tokens: AccountTokens;
  readonly edgeUrl: () => string;
}

/**
 * Mails a link with which the user of this address sets another password. Does nothing for an unknown address, a disabled
 * account and one that has no password here, and after a few mails in an hour; the caller must not learn which.
 */
export async function requestPasswordReset(
  email: string,
  { ip, userAgent, language: ofPage }: Visitor,
  { db, events, clock, mail, tokens, edgeUrl }: Dependencies,
): Promise<void> {
  const found = await credentials.find(db, loginName(email));
  if (!found) return;
  await inTransaction(db, async (tx) => {
    const user = await lockUserById(tx, found.id);
    if (!user?.is_active || !user.has_password || loginName(user.email) !== loginName(email)) return;
    if (!(await claimMail(tx, 'password_reset', user.id, clock.now()))) return;
    const { token, expiresAt } = await tokens.issue(tx, 'password_reset', {
      ...{ userId: user.id, actor: undefined, email: user.email },
    });
    const origin = { ...bySystem, ip, device: userAgent };
    await events.publish(tx, 'password-reset.requested', origin, { user: toUserSnapshot(user) });
    const link = linkWithToken(edgeUrl(), 'password-reset', token);
    const values = { name: user.first_name, link, until: expiresAt.toISOString(), administrator: null };
    // not stored: anyone can ask
    const language = user.has_language ? user.language : (ofPage ?? user.language);
    await mail.sendMail(tx, { to: user.email, language, template: 'password_reset', values });
  });
}
