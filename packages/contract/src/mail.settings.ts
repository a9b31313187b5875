import { isEndpointHost } from '@gatewarden/net/endpoint';
import { z } from 'zod';
import { hostSchema } from './address-schemas.ts';
import { documented } from './documented.ts';
import { EmailAddress, line, Port } from './primitives.ts';
import { settingsSection } from './settings-section.ts';

const SmtpEncryption = z.enum(['None', 'StartTls', 'ImplicitTls']);
const text = z.string().nullable();

/** How mails are sent. In requests an empty text means none. */
export const mailSettings = settingsSection({
  answer: z.object({
    smtp_server: text,
    smtp_port: z.int().nullable(),
    smtp_encryption: SmtpEncryption,
    smtp_user: text,
    /** Never returned: always null. */
    smtp_password: text,
    /** Whether a password is stored. */
    smtp_password_set: z.boolean(),
    smtp_sender: text,
  }),
  change: z.object({
    /** Host name or address, without the port. */
    smtp_server: documented(
      line(255).refine((host) => host === '' || isEndpointHost(host), { error: 'host' }),
      hostSchema({ empty: true }),
    ),
    smtp_port: Port,
    smtp_encryption: SmtpEncryption,
    /** Without a user or a password, mails are sent without authentication. */
    smtp_user: line(254),
    smtp_password: z.string().max(1024),
    smtp_sender: documented(
      line(254).refine((address) => address === '' || EmailAddress.safeParse(address).success, { error: 'email' }),
      { type: 'string', maxLength: 254, pattern: `^$|${z.regexes.html5Email.source}` },
    ),
  }),
  defaults: {
    smtp_server: null,
    smtp_port: null,
    smtp_encryption: 'StartTls',
    smtp_user: null,
    smtp_password: null,
    smtp_password_set: false,
    smtp_sender: null,
  },
  // codes and links that prove an identity are sent through the mail server, with its credentials and sender
  protects: ['smtp_server', 'smtp_port', 'smtp_encryption', 'smtp_user', 'smtp_sender'],
});
