import { EmailAddress, LastName, Name, Phone, Username } from '@gatewarden/contract/primitives';
import type { ManagedUserFields } from '../../users/index.ts';
import type { Complex, Document } from '../protocol/read-resource.ts';
import { ScimError } from '../protocol/scim-error.ts';
import type { StoredScimUser } from './scim-users.queries.ts';

/** A resource as core stores it. */
export interface WantedUser {
  readonly fields: ManagedUserFields;
  readonly stored: StoredScimUser;
  /** Undefined: unchanged; a new account is enabled. */
  readonly isActive: boolean | undefined;
}

/** @throws ScimError invalidValue */
export function readScimUser(document: Document): WantedUser {
  const userName = textOf(document['userName']);
  if (userName === undefined) throw new ScimError('invalidValue', 'userName is required');
  const displayName = textOf(document['displayName']);
  const phone = choose(document['phoneNumbers'], ['work', 'mobile']);
  const number = normalizePhone(textOf(phone?.['value']));
  const active = document['active'];
  return {
    fields: {
      username: deriveUsername(userName),
      ...readNames(document, userName),
      email: readEmail(document, userName),
      phone: number ?? null,
    },
    stored: {
      user_name: userName,
      display_name: displayName ?? null,
      external_id: textOf(document['externalId']) ?? null,
      phone_type: number === undefined ? null : (textOf(phone?.['type'])?.toLowerCase() ?? null),
    },
    isActive: typeof active === 'boolean' ? active : undefined,
  };
}

/**
 * The username of an account: `eve.adder` of `eve.adder@example.com`, without characters that usernames cannot have.
 * Two accounts whose usernames would be equal are refused as duplicates, because servers identify people by it.
 * @throws ScimError invalidValue
 */
function deriveUsername(userName: string): string {
  const [local = ''] = userName.slice(0, 254).split('@');
  const ascii = local.normalize('NFKD').replaceAll(/[^A-Za-z0-9._-]/g, '');
  const username = ascii.replace(/^[._-]+/, '').slice(0, 63);
  if (!Username.safeParse(username).success)
    throw new ScimError('invalidValue', 'userName needs letters or digits before "@" of which a username can consist');
  return username;
}

function readNames(document: Document, userName: string): Pick<ManagedUserFields, 'first_name' | 'last_name'> {
  const name = (document['name'] ?? {}) as Complex;
  const [given, family] = [textOf(name['givenName']), textOf(name['familyName'])];
  // a name of one word is a first name
  const full = textOf(name['formatted']) ?? textOf(document['displayName']) ?? userName;
  const [first = '', ...rest] =
    given === undefined && family === undefined ? full.split(/\s+/) : [given ?? family ?? ''];
  const last = given === undefined && family === undefined ? rest.join(' ') : given === undefined ? '' : (family ?? '');
  return { first_name: check(Name, first, 'name.givenName'), last_name: check(LastName, last, 'name.familyName') };
}

function readEmail(document: Document, userName: string): string {
  const email =
    textOf(choose(document['emails'], ['work'])?.['value']) ?? (userName.includes('@') ? userName : undefined);
  if (email === undefined) throw new ScimError('invalidValue', 'emails needs an email address');
  return check(EmailAddress, email, 'emails.value');
}

interface Schema {
  safeParse(value: string): { readonly success: boolean; readonly data?: unknown };
}

function check(schema: Schema, value: string, attribute: string): string {
  const result = schema.safeParse(value);
  if (!result.success) throw new ScimError('invalidValue', `${attribute} is not valid`);
  return result.data as string;
}

/** The primary item, else the first of the types in their order, else the first one. */
function choose(items: Document[string] | undefined, types: readonly string[]): Complex | undefined {
  const all = ((items ?? []) as readonly Complex[]).filter((item) => typeof item['value'] === 'string');
  const ofType = (type: string) => all.find((item) => String(item['type']).toLowerCase() === type);
  return all.find((item) => item['primary'] === true) ?? types.map(ofType).find((item) => item) ?? all[0];
}

/**
 * Identity providers write phone numbers in many ways. A number that cannot be stored is left out: it must not prevent
 * that the account is created or disabled.
 */
function normalizePhone(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (Phone.safeParse(text).success) return text;
  const digits = text.replace(/^tel:/i, '').replaceAll(/[^\d+]/g, '');
  return Phone.safeParse(digits).success ? digits : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
