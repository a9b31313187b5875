import { z } from 'zod';
import type { MailDocument } from './mail-document.ts';

/** A value that another person may have chosen: one line, too short for a message. */
const displayText = z.string().max(200);

const changesWithSameMail = [
  'password_changed',
  'password_removed',
  'sign_in_linked',
  'totp_removed',
  'email_codes_removed',
  'security_key_removed',
  'factors_removed',
  'stopped',
  'stopped_and_disabled',
  'made_administrator',
] as const;
type ChangeWithSameMail = (typeof changesWithSameMail)[number];
const AccountChange = z.enum([
  ...changesWithSameMail,
  'totp_added',
  'email_codes_added',
  'security_key_added',
  'recovery_codes_replaced',
  'address_changed',
]);
/** A change of an account that its owner is notified about. */
export type AccountChange = z.infer<typeof AccountChange>;

type SubjectsOfChanges = { readonly [C in ChangeWithSameMail]: { readonly subject: string } };
type OtherChanges = { readonly [C in Exclude<AccountChange, ChangeWithSameMail>]: string };

const hasSameMail = (change: AccountChange): change is ChangeWithSameMail =>
  changesWithSameMail.some((each) => each === change);

/** Name of the change in summaries: the subject of its mail, or for a change with a mail of another template that in `others`. */
export function nameOfChange(change: AccountChange, mails: SubjectsOfChanges, others: OtherChanges): string {
  return hasSameMail(change) ? mails[change].subject : others[change];
}

/** The account itself, an administrator, or a command in a shell of the server. */
const ChangeAuthor = z.enum(['owner', 'administrator', 'shell']);
export type ChangeAuthor = z.infer<typeof ChangeAuthor>;

const outage = {
  name: displayText,
  gateway: displayText,
  hostname: displayText,
  location: displayText,
  location_id: z.int(),
  since: z.iso.datetime(),
} as const;

/** Every kind of mail and the values that it needs. A new one does not compile until all languages define it. */
export const templates = {
  /** Confirms that the mail settings work. */
  test: z.object({}),
  /** Support data as attachments, sent by an administrator. */
  support_data: z.object({ administrator: displayText, version: displayText }),
  second_factor_activated: z.object({
    name: displayText,
    method: z.enum(['totp', 'email', 'security_key']),
  }),
  /** To a user without a password. */
  passkey_added: z.object({ name: displayText }),
  sign_in_code: z.object({
    name: displayText,
    code: z.string().regex(/^\d{6}$/),
    /** How long the code is valid. */
    minutes: z.int().min(1),
  }),
  /** As `sign_in_code`, to prove that the user reads mails to the address. */
  activation_code: z.object({
    name: displayText,
    code: z.string().regex(/^\d{6}$/),
    minutes: z.int().min(1),
  }),
  /** To the previous address. */
  address_changed: z.object({ name: displayText }),
  /** Codes are requested after the password, so the sender of the wrong codes knows the password. */
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
    /** Of an added device or a new key. */
    public_key: displayText.optional(),
    /** Of an added device, by name of the location; the first ones if there are many. */
    addresses: z
      .array(z.tuple([displayText, displayText]))
      .max(20)
      .optional(),
    /** User name of the administrator who made the change; null: the account of the owner made it. */
    administrator: displayText.nullable(),
    at: z.iso.datetime(),
    address: displayText,
    browser: displayText.nullable(),
  }),
  /** The password, a second factor or the rights of the account changed, or its access ended. */
  account_changed: z.object({
    name: displayText,
    change: z.enum(changesWithSameMail),
    by: ChangeAuthor,
    /** User name of the administrator; otherwise null. */
    administrator: displayText.nullable(),
    at: z.iso.datetime(),
    address: displayText,
    /** As in `new_sign_in`. */
    browser: displayText.nullable(),
  }),
  /** After `device_changed`: the number of changes without a separate mail. */
  more_device_changes: z.object({ name: displayText, changes: z.int().min(1) }),
  /** Changes without a separate mail. */
  more_account_changes: z.object({
    name: displayText,
    changes: z.array(z.object({ change: AccountChange, by: ChangeAuthor, count: z.int().min(1) })).min(1),
  }),
  recovery_codes_replaced: z.object({
    name: displayText,
    at: z.iso.datetime(),
    address: displayText,
    /** As in `new_sign_in`. */
    browser: displayText.nullable(),
  }),
  /** To administrators: a gateway has been disconnected for as long as the settings say. */
  gateway_disconnected: z.object(outage),
  /** To administrators: it is connected again. */
  gateway_connected: z.object({ ...outage, at: z.iso.datetime() }),
  /** To administrators: core turned off a webhook or a stream of the activity log. */
  delivery_stopped: z.object({
    name: displayText,
    kind: z.enum(['webhook', 'stream']),
    destination: displayText,
    /** As `DeliveryFailure` of the contract, with the detail. */
    error: displayText,
    /** The first of the failed attempts. */
    since: z.iso.datetime(),
  }),
  /** An application received data of the account for the first time. */
  new_application: z.object({
    name: displayText,
    application: displayText,
    at: z.iso.datetime(),
    address: displayText,
    /** As in `new_sign_in`. */
    browser: displayText.nullable(),
  }),
  /** To a new person: how to enrol. `link` opens the edge with the token; others need `url` and `token`. */
  invitation: z.object({
    name: displayText,
    /** Name of the administrator. */
    invited_by: displayText,
    link: displayText,
    url: displayText,
    token: displayText,
    until: z.iso.datetime(),
  }),
  /** How to add a device with a client. */
  client_activation: z.object({
    name: displayText,
    link: displayText,
    url: displayText,
    token: displayText,
    until: z.iso.datetime(),
  }),
  password_reset: z.object({
    name: displayText,
    link: displayText,
    until: z.iso.datetime(),
    /** User name of the administrator who sent it; null: someone asked for it at the sign-in page. */
    administrator: displayText.nullable(),
  }),
  /** After the enrollment, as an administrator wrote it. */
  welcome: z.object({ subject: z.string().max(254), markdown: z.string().max(40_000) }),
  /** To the administrator who invited the person. */
  enrollment_completed: z.object({ name: displayText, user: displayText, username: displayText }),
  new_sign_in: z.object({
    name: displayText,
    at: z.iso.datetime(),
    address: displayText,
    /**
     * The browser that the product recognized in the User-Agent, never the header itself, which the caller chooses. Null
     * if it is unknown.
     */
    browser: displayText.nullable(),
  }),
} as const satisfies Record<string, z.ZodObject>;

export type Template = keyof typeof templates;
export type MailValues<T extends Template> = z.input<(typeof templates)[T]>;

/** The values of the instance that every template may use. */
export interface Instance {
  readonly name: string;
  /** Address of the console. */
  readonly url: string;
}

/** The page with the sign-in methods and sessions of the reader. */
export const securityPage = ({ url }: Instance): string => `${url}/me/security`;
/** The page with the webhooks, or with the streams. */
export const destinationsPage = ({ url }: Instance, kind: 'webhook' | 'stream'): string =>
  `${url}/${kind === 'webhook' ? 'webhooks' : 'settings/streams'}`;
/** The page with the gateways of a location. */
export const gatewaysPage = ({ url }: Instance, locationId: number): string =>
  `${url}/locations/${locationId}/gateways`;
/** The page with the devices of the reader. */
export const devicesPage = ({ url }: Instance): string => `${url}/me`;
/** The page of a person, for administrators. */
export const personPage = ({ url }: Instance, username: string): string =>
  `${url}/users/${encodeURIComponent(username)}`;

/** A mail without what all mails of an instance have in common. */
export type MailContent = Omit<MailDocument, 'footer' | 'sender'>;
/** The mails of one language. */
export type MailTexts = {
  readonly footer: (instance: Instance) => string;
  /** Announces the summary of further changes. @param at ISO instant */
  readonly summaryFollows: (at: string) => string;
} & { readonly [T in Template]: (values: MailValues<T>, instance: Instance) => MailContent };
