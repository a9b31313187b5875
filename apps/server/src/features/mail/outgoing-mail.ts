import type { MailLanguage } from '@gatewarden/contract/mail';
import { z } from 'zod';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import type { MailValues, Template } from './templates.ts';

export interface OutgoingMail<T extends Template = Template> {
  /** A UUID, the same for every attempt to send it. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly template: T;
  readonly language: MailLanguage;
  readonly values: MailValues<T>;
  /** ISO instant from which the mail is useless, such as the end of its code; it is no longer sent then. */
  readonly sendBefore?: string;
  /** ISO instant of the summary with further changes of the same kind, if the mail has to announce it. */
  readonly summaryAt?: string;
}

export type NewMail<T extends Template = Template> = Omit<OutgoingMail<T>, 'id'>;

/** A mail in the job queue. The mail itself is a secret until it is sent, so that the database shows no codes. */
export const QueuedMail = z.object({ id: z.string() });
export type QueuedMail = z.infer<typeof QueuedMail>;

export function queuedMailSecret({ id }: QueuedMail): SecretName {
  return { kind: 'mail', owner: id };
}
