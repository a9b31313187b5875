import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import { type Mail, type Mailer, MailFailure, type MailServer } from '../../ports/mailer.ts';

export interface SmtpOptions {
  /** How long the server may be silent at any step. */
  readonly idleSeconds?: number;
  /** How long all steps together may take: a server that answers a letter at a time is never silent. */
  readonly totalSeconds?: number;
  /** Authorities that are trusted besides those that Node trusts, in PEM. */
  readonly authorities?: readonly string[];
}

/** Sends over SMTP (RFC 5321), a connection per mail. Logs nothing: what passes here are texts, codes and passwords. */
export function createSmtpMailer(options: SmtpOptions = {}): Mailer {
  const { totalSeconds = 60 } = options;
  return {
    async send(server, mail) {
      // only when it is needed: loading it takes a fifth of a second and 25 MB
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
    // texts come as texts; nothing in a mail of ours is fetched from somewhere
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function messageOf({ id, from, to, subject, text, html }: Mail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${id}@${domain}>`,
    from,
    // as an object, for a text would be taken apart at its commas
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834 §5: no out-of-office answers to a program
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const longestReason = 500;

/** Without a cause: a library's errors carry what was sent. */
function failureOf(error: unknown): MailFailure {
  const { message, code, permanent } = error as NodemailerError;
  // control characters, and those that change the direction of the text around them
  const reason = message.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return new MailFailure(reason.slice(0, longestReason).toWellFormed(), {
    // RFC 5321 §4.2.1: 5yz is final, when it is about this mail and not about how we connect or sign in
    isFinal: permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE'),
  });
}
