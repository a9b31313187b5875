import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { patchSettings, Settings } from '@gatewarden/contract/settings';
import type { MailFields } from './mail.schema.ts';

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
