import type { Settings } from '@gatewarden/contract/settings';
import { Secret } from '../../platform/crypto/secret.ts';
import type { MailServer } from '../../ports/mailer.ts';

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

/** Undefined while SMTP is not configured. Without a user or a password mails are sent without authentication. */
export function readMailSettings(settings: Settings, password: string | null): MailSettings | undefined {
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
