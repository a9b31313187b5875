import { z } from 'zod';
import type { MailDocument } from './mail-document.ts';

/** A value that somebody else may have chosen: one line, short enough that no message fits in. */
const displayText = z.string().max(200);

/** Every kind of mail and what must be known to write it. A new one does not compile until all languages have it. */
export const templates = {
  /** Shows that the settings are right. */
  test: z.object({}),
  second_factor_activated: z.object({
    name: displayText,
    method: z.enum(['totp', 'email', 'security_key']),
  }),
  sign_in_code: z.object({
    name: displayText,
    code: z.string().regex(/^\d{6}$/),
    /** How long the code holds. */
    minutes: z.int().min(1),
  }),
  /** As `sign_in_code`, to show that mails to the address are read. */
  activation_code: z.object({
    name: displayText,
    code: z.string().regex(/^\d{6}$/),
    minutes: z.int().min(1),
  }),
  /** To the former address. */
  address_changed: z.object({ name: displayText }),
  /** Codes are asked for after the password, so the password is known to the sender of wrong ones. */
  wrong_codes: z.object({
    name: displayText,
    failures: z.int().min(1),
    at: z.iso.datetime(),
    address: displayText,
    /** As in `new_sign_in`. */
    browser: displayText.nullable(),
  }),
  /** A device may connect that could not before. */
  device_changed: z.object({
    name: displayText,
    change: z.enum(['added', 'new_key', 'switched_on']),
    device: displayText,
    /** User name of the administrator who did it; null: the owner's own account did. */
    administrator: displayText.nullable(),
    at: z.iso.datetime(),
    address: displayText,
    browser: displayText.nullable(),
  }),
  /** After `device_changed`: how many changes had no mail of their own. */
  more_device_changes: z.object({ name: displayText, changes: z.int().min(1) }),
  recovery_codes_replaced: z.object({
    name: displayText,
    at: z.iso.datetime(),
    address: displayText,
    /** As in `new_sign_in`. */
    browser: displayText.nullable(),
  }),
  new_sign_in: z.object({
    name: displayText,
    at: z.iso.datetime(),
    address: displayText,
    /**
     * What the product made of the User-Agent, never the header itself: that is a text of the caller's choice. Null
     * where it is none that is known.
     */
    browser: displayText.nullable(),
  }),
} as const satisfies Record<string, z.ZodObject>;

export type Template = keyof typeof templates;
export type MailValues<T extends Template> = z.input<(typeof templates)[T]>;

/** What every template may name of the instance. */
export interface Instance {
  readonly name: string;
  /** Address of the console. */
  readonly url: string;
}

/** A mail without what all have in common. */
export type MailContent = Omit<MailDocument, 'footer'>;
/** The mails of one language. */
export type MailTexts = {
  readonly footer: (instance: Instance) => string;
} & { readonly [T in Template]: (values: MailValues<T>, instance: Instance) => MailContent };
