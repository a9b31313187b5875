import type { MailLanguage } from '@gatewarden/contract/mail';
import { z } from 'zod';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { MailValues, Template } from './templates.ts';

export interface OutgoingMail<T extends Template = Template> {
  /** The same for every attempt to send it. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly template: T;
  readonly language: MailLanguage;
  readonly values: MailValues<T>;
  /** ISO instant from which the mail is useless, such as the end of its code; it is no longer sent then. */
  readonly sendBefore?: string;
}

/** A mail in the job queue, encrypted so that the database does not show codes. */
export const EncryptedMail = z.object({ sealed: z.string() });
type EncryptedMail = z.infer<typeof EncryptedMail>;

const context = 'mail.job';

export function encryptMail(cipher: Cipher, mail: OutgoingMail): EncryptedMail {
  return { sealed: cipher.encrypt(JSON.stringify(mail), context).toString('base64') };
}

/** @throws Error if it was not encrypted with this instance's key */
export function decryptMail(cipher: Cipher, { sealed }: EncryptedMail): OutgoingMail {
  return JSON.parse(cipher.decrypt(Buffer.from(sealed, 'base64'), context)) as OutgoingMail;
}
