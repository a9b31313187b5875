import { DomainError } from '@gatewarden/contract/errors';
import type { Settings } from '@gatewarden/contract/settings';
import { Secret } from '@gatewarden/process/secret';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { MailServer } from '../../ports/mailer.ts';
import type { SettingsSectionRules, SettingsService } from '../settings/index.ts';

const smtpPassword = {
  field: 'smtp_password',
  isSetField: 'smtp_password_set',
  name: { kind: 'smtp-password', owner: 'instance' },
  isNeeded: ({ smtp_user }: Pick<Settings, 'smtp_user'>) => Boolean(smtp_user),
  recipient: 'smtp_server',
  missing: 'smtp_password_needed',
} as const satisfies SettingsSectionRules['secret'];

export const mailSettingsSection: SettingsSectionRules = { secret: smtpPassword, check: requireMailForNotifications };

/** What is needed to send a mail. */
export interface MailSettings {
  readonly server: MailServer;
  /** Sender address of mails. */
  readonly sender: string;
  readonly instanceName: string;
}

type SmtpFields = Pick<Settings, 'smtp_server' | 'smtp_port' | 'smtp_sender'>;

/** Interface reference §7.1; user and password are optional. */
export function isMailConfigured({ smtp_server, smtp_port, smtp_sender }: SmtpFields): boolean {
  return Boolean(smtp_server && smtp_port !== null && smtp_sender);
}

/** @throws smtp_not_configured if notifications are on that could not be sent */
function requireMailForNotifications(settings: Settings): void {
  const isNeeded =
    settings.gateway_disconnect_notifications_enabled ||
    settings.gateway_disconnect_notifications_reconnect_notification_enabled;
  if (isNeeded && !isMailConfigured(settings)) throw new DomainError('smtp_not_configured');
}

interface Sources {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** How mails are sent; undefined while SMTP is not configured. */
export function getMailSettings({ db, secrets, settings }: Sources): Promise<MailSettings | undefined> {
  // the password must belong to the server that it is sent to
  return inSnapshot(db, async (tx) =>
    readMailSettings(await settings.get(tx), (await secrets.get(tx, smtpPassword.name)) ?? null),
  );
}

/** Undefined while SMTP is not configured. Without a user or a password mails are sent without authentication. */
function readMailSettings(settings: Settings, password: string | null): MailSettings | undefined {
  const { smtp_server, smtp_port, smtp_sender, smtp_user, smtp_encryption, instance_name } = settings;
  if (!smtp_server || smtp_port === null || !smtp_sender) return undefined;
  return {
    server: {
      // an IPv6 address may be written in brackets, which sockets do not accept
      host: smtp_server.replace(/^\[(.*)\]$/, '$1'),
      port: smtp_port,
      encryption: smtp_encryption,
      ...(smtp_user && password ? { credentials: { user: smtp_user, password: new Secret(password) } } : {}),
    },
    sender: smtp_sender,
    instanceName: instance_name,
  };
}
