import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { type patchSettings, type Settings, SmtpSettings } from '@gatewarden/contract/settings';
import { z } from 'zod';

/** Values of the mail form. The console does not know the stored password; it can be replaced or removed. */
export const MailForm = SmtpSettings.extend({ remove_password: z.boolean() });
export type MailFields = z.infer<typeof MailForm>;

/** RFC 6409 §3.1: port for message submission. */
const submissionPort = 587;

export function toForm(settings: Settings): MailFields {
  return {
    smtp_server: settings.smtp_server ?? '',
    smtp_port: settings.smtp_port ?? submissionPort,
    smtp_encryption: settings.smtp_encryption,
    smtp_user: settings.smtp_user ?? '',
    smtp_sender: settings.smtp_sender ?? '',
    smtp_password: '',
    remove_password: false,
  };
}

/** An empty password retains the stored one. */
export function toRequest({
  remove_password,
  smtp_password,
  ...fields
}: MailFields): BodyInputOf<typeof patchSettings> {
  if (remove_password) return { ...fields, smtp_password: null };
  return smtp_password === '' ? fields : { ...fields, smtp_password };
}

/** Whether the server can send mail with these settings. */
export function canSendMails({ smtp_server, smtp_port, smtp_sender }: Settings): boolean {
  return Boolean(smtp_server && smtp_port !== null && smtp_sender);
}
