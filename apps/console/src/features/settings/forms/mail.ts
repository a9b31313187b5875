import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { type patchSettings, type Settings, SmtpSettings } from '@gatewarden/contract/settings';
import { z } from 'zod';

/** The stored password is not known here: a new one takes its place, or it is removed. */
export const MailForm = SmtpSettings.extend({ remove_password: z.boolean() });
export type MailFields = z.infer<typeof MailForm>;

/** RFC 6409 §3.1: where mail is handed in. */
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

/** Without a password the stored one stays. */
export function toRequest({
  remove_password,
  smtp_password,
  ...fields
}: MailFields): BodyInputOf<typeof patchSettings> {
  if (remove_password) return { ...fields, smtp_password: null };
  return smtp_password === '' ? fields : { ...fields, smtp_password };
}

/** Whether the server would send mails with these. */
export function canSendMails({ smtp_server, smtp_port, smtp_sender }: Settings): boolean {
  return Boolean(smtp_server && smtp_port !== null && smtp_sender);
}
