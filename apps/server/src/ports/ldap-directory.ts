import type { Secret } from '@gatewarden/process/secret';
import type { Dn } from '../platform/ldap/dn.ts';
import type { LdapFilter } from '../platform/ldap/filter.ts';
import type { Directory } from './directory.ts';
import type { LdapWriter } from './ldap-writer.ts';

/** How to reach an LDAP server. */
export interface LdapServer {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'none' | 'starttls' | 'ldaps';
  /** Certificate authorities in PEM that are trusted in addition to the usual ones; undefined for none. */
  readonly authority: string | undefined;
  /** False accepts every certificate. */
  readonly verifiesCertificate: boolean;
  /** A DN, or with Active Directory also `user@domain`. */
  readonly bindName: string;
  /** Never empty: a bind without a password succeeds for any name (RFC 4513 §5.1.2). */
  readonly bindPassword: Secret;
}

/** Where people and groups are, and which attributes describe them; names of attributes are valid ones. */
export interface LdapSchema {
  readonly isActiveDirectory: boolean;
  readonly userBase: Dn;
  /** Undefined if groups are not read. */
  readonly groupBase: Dn | undefined;
  readonly userClass: string;
  readonly groupClass: string;
  /** Further condition for people; undefined for none. */
  readonly userFilter: LdapFilter | undefined;
  readonly usernameAttribute: string;
  readonly groupNameAttribute: string;
  /** Of groups: the names of the members. */
  readonly memberAttribute: string;
  /** Of people and groups: the names of the groups they are in. */
  readonly memberOfAttribute: string;
  /** The attribute that the names of new entries of people begin with; undefined: that of the username. */
  readonly userNamingAttribute: string | undefined;
  /** Further classes of new entries of people. */
  readonly auxiliaryClasses: readonly string[];
}

export interface LdapConnector {
  /** Connects on the first read. */
  open(server: LdapServer, schema: LdapSchema): Directory;
  /** Connects and signs in. @throws DirectoryFailure */
  openWriter(server: LdapServer, schema: LdapSchema): Promise<LdapWriter>;
  /** Connects, signs in and finds both bases. @throws DirectoryFailure */
  test(server: LdapServer, schema: LdapSchema): Promise<void>;
  /**
   * Whether the entry with this external id exists in scope and accepts the password. Without an id, or if the id is not
   * found, takes the same steps and answers false. An empty password is never sent.
   * @throws DirectoryFailure if the directory could not decide
   */
  verifyPassword(
    server: LdapServer,
    schema: LdapSchema,
    credentials: { readonly externalId: string | undefined; readonly password: string },
  ): Promise<boolean>;
}
