import { TestMail } from '@gatewarden/contract/mail';
import { SmtpSettings } from '@gatewarden/contract/settings';
import { z } from 'zod';

/** Values of the mail form. The console does not know the stored password; it can be replaced or removed. */
export const MailFields = SmtpSettings.extend({ remove_password: z.boolean() });
export type MailFields = z.infer<typeof MailFields>;

export const TestMailFields = TestMail.pick({ to: true });
