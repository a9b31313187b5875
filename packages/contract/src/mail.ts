import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { EmailAddress } from './primitives.ts';

/** Languages in which mails are written. */
export const MailLanguage = z.enum(['en', 'ko', 'pl']);
export type MailLanguage = z.infer<typeof MailLanguage>;

export const TestMail = z.object({
  to: EmailAddress,
  /** English when absent. */
  language: MailLanguage.optional(),
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/mail/test',
  access: 'admin',
  area: 'settings',
  summary: 'Send a test mail with the stored SMTP settings and wait for the mail server’s answer',
  body: TestMail,
  response: Empty,
  errors: ['smtp_not_configured', 'mail_not_sent'],
});
