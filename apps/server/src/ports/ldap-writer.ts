import type { Dn } from '../platform/ldap/dn.ts';
import type { LdapFilter } from '../platform/ldap/filter.ts';

/** Values of attributes by name; none removes the attribute. */
export type LdapValues = Readonly<Record<string, readonly string[]>>;

export interface LdapEntry {
  /** Where the entry is now. */
  readonly dn: string;
  /** Never changes and is never assigned to another entry. */
  readonly externalId: string;
  /** Values of an attribute, whose name is compared without case; none if it is absent. */
  values(attribute: string): readonly string[];
}

/** Where to search, and which attributes to read. */
export interface LdapSearch {
  readonly base: Dn;
  readonly filter: LdapFilter;
  readonly attributes: readonly string[];
}

/**
 * One connection that changes a directory. All methods also throw `DirectoryFailure` if the directory cannot be used at
 * all; the writer must not be used afterwards.
 */
export interface LdapWriter {
  /** The entry with this external id below the base; undefined without one. */
  find(externalId: string, search: Omit<LdapSearch, 'filter'>): Promise<LdapEntry | undefined>;
  /** The first entries that match, at most `limit`. */
  search(search: LdapSearch, limit: number): Promise<readonly LdapEntry[]>;
  /** All entries that match, in pages of at most `pageSize` entries. An entry without a permanent identifier is left out. */
  readAll(search: LdapSearch, pageSize: number): AsyncIterable<readonly LdapEntry[]>;
  /** The entry of this name; undefined if there is none, also if the entry above it does not exist. */
  read(dn: string, attributes: readonly string[]): Promise<LdapEntry | undefined>;
  /** Returns the external id. @throws WriteRefused */
  add(dn: Dn, values: LdapValues): Promise<string>;
  /** Replaces all values of these attributes. @throws WriteRefused */
  replace(dn: string, values: LdapValues): Promise<void>;
  /** Changes the first part of the name; the entry remains where it is. Returns the new name. @throws WriteRefused */
  rename(dn: string, attribute: string, value: string): Promise<string>;
  /** @throws WriteRefused */
  delete(dn: string): Promise<void>;
  /**
   * Sets the password so that the directory stores it as it does all passwords.
   * @throws WriteRefused; `encryption` before anything is sent if the directory only accepts it over an encrypted connection
   */
  setPassword(dn: string, password: string): Promise<void>;
  /** Ends the connection. Safe to repeat. */
  close(): Promise<void>;
}

/** Why the directory does not accept a change; each has a text in every language. */
export type WriteRefusal =
  /** There is an entry of this name. */
  | 'exists'
  /** The entry does not exist, or the service account cannot see it. */
  | 'missing'
  /** Object classes and attributes do not fit together. */
  | 'schema'
  /** The syntax of an attribute excludes the value. */
  | 'value'
  /** A rule of the directory, such as that of passwords. */
  | 'constraint'
  | 'permission'
  /** The entry has others below it. */
  | 'not_leaf'
  /** Only over an encrypted connection. */
  | 'encryption'
  | 'other';

/** The directory refused one change. The message is for logs: no values. */
export class WriteRefused extends Error {
  readonly reason: WriteRefusal;

  constructor(reason: WriteRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WriteRefused';
    this.reason = reason;
  }
}
