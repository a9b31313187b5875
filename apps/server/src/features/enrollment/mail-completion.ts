import { fillPlaceholders } from '@gatewarden/contract/enrollment-placeholders';
import { welcomeMessageIn, welcomeSubjectIn } from '@gatewarden/contract/enrollment-texts';
import { fullName } from '@gatewarden/net/full-name';
import type { Tx } from '../../platform/database/database.ts';
import type { MailService } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { UserRow } from '../users/index.ts';
import { welcomeValues } from './present-instance.ts';

interface Context {
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly consoleUrl: string;
  readonly version: string;
}

/** Mails the welcome message to the new user, and a notice to the administrator who issued the token. */
export async function mailCompletion(
  tx: Tx,
  { user, issuer }: { readonly user: UserRow; readonly issuer: UserRow },
  { mail, settings, consoleUrl, version }: Context,
): Promise<void> {
  const current = await settings.get(tx);
  const isSame = current.enrollment_use_welcome_message_as_email;
  const written = (isSame ? current.enrollment_welcome_message : current.enrollment_welcome_email) ?? '';
  const message = welcomeMessageIn(user.language, written);
  const subject = welcomeSubjectIn(user.language, current.enrollment_welcome_email_subject ?? '');
  const byOther = issuer.id === user.id ? undefined : issuer;
  if (message.trim() !== '') {
    const filled = fillPlaceholders(message, welcomeValues(user, byOther, { consoleUrl, version }));
    await mail.sendMail(tx, {
      ...{ to: user.email, language: user.language, template: 'welcome' },
      values: { subject, markdown: filled },
    });
  }
  if (!byOther) return;
  await mail.sendMail(tx, {
    ...{ to: issuer.email, language: issuer.language, template: 'enrollment_completed' },
    values: { name: issuer.first_name, user: fullName(user), username: user.username },
  });
}
