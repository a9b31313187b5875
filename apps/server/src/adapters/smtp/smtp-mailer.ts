import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import { type Mail, type Mailer, MailFailure, type MailServer } from '../../ports/mailer.ts';

export interface SmtpOptions {
  /** How long the server may be silent in any step. */
  readonly idleSeconds?: number;
  /** Limit for all steps together: a server that answers one byte at a time is never silent. */
  readonly totalSeconds?: number;
  /** Additional trusted authorities, in PEM. */
  readonly authorities?: readonly string[];
}

/**
 * Sends over SMTP (RFC 5321), with one connection per mail. Logs nothing, because mails contain codes and passwords.
 */
export function createSmtpMailer(options: SmtpOptions = {}): Mailer {
  const { totalSeconds = 60 } = options;
  return {
    async send(server, mail) {
      // loaded on demand: loading it takes a fifth of a second and 25 MB
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(transportOptions(server, options));
      try {
        await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(totalSeconds * 1000) });
      } catch (error) {
        throw failureOf(error);
      } finally {
        transport.close();
      }
    },
  };
}

function transportOptions(server: MailServer, { idleSeconds = 15, authorities }: SmtpOptions): SMTPTransportOptions {
  const { host, port, encryption, credentials } = server;
  const milliseconds = idleSeconds * 1000;
  return {
    host,
    port,
    secure: encryption === 'ImplicitTls',
    requireTLS: encryption === 'StartTls',
    ignoreTLS: encryption === 'None',
    ...(authorities ? { tls: { ca: [...authorities] } } : {}),
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password.reveal() } } : {}),
    connectionTimeout: milliseconds,
    dnsTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    // contents are passed as text; nothing in a mail is read from files or URLs
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function messageOf({ id, from, to, subject, text, html, attachments = [] }: Mail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${id}@${domain}>`,
    from,
    // as an object, because a string would be split at commas
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map(({ name: filename, contentType, content }) => ({ filename, contentType, content })),
    // RFC 3834 §5: no out-of-office answers to a program
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const maxReasonLength = 500;

/** Without a cause: the errors of the library contain what was sent. */
function failureOf(error: unknown): MailFailure {
  const { message, code, permanent } = error as NodemailerError;
  // also removes characters that change the direction of the text
  const reason = message.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return new MailFailure(reason.slice(0, maxReasonLength).toWellFormed(), {
    // RFC 5321 §4.2.1: 5yz is permanent, if it concerns this mail and not the connection or authentication
    isFinal: permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE'),
  });
}
