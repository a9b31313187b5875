/** Where accounts and groups of an organization come from: LDAP, Active Directory or a service in the cloud. */
export interface Directory {
  /**
   * Reads all people in scope, in pages of any size. Every person occurs once if the directory is consistent. A read that
   * does not reach the end must throw: what is missing counts as removed. Adapters wait for rate limits themselves.
   * @throws DirectoryFailure
   */
  readUsers(signal: AbortSignal): AsyncIterable<readonly DirectoryUser[]>;
  /** As `readUsers`. @throws DirectoryFailure */
  readGroups(signal: AbortSignal): AsyncIterable<readonly DirectoryGroup[]>;
  /** Ends connections. Safe to repeat. */
  close(): Promise<void>;
}

export interface DirectoryUser {
  /** Never changes and is never assigned to another entry, unlike names. */
  readonly externalId: string;
  /** Name for sign-in; may be one that this product does not accept. */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Empty if the directory has none. */
  readonly email: string;
  /** Empty if the directory has none. */
  readonly phone: string;
  /** False if the directory says that the account must not be used. */
  readonly isActive: boolean;
}

export interface DirectoryGroup {
  readonly externalId: string;
  readonly name: string;
  /** External ids of people, including those of nested groups; ids of people who are not in scope are possible. */
  readonly memberIds: readonly string[];
}

/** What to change so that the directory can be used; each has a text in every language. */
export type DirectoryFailureReason =
  /** No connection: address, port, firewall. */
  | 'unreachable'
  /** Connected, but no answer in time. */
  | 'timeout'
  /** The certificate is not trusted, or is for another host name. */
  | 'certificate'
  /** The server does not offer StartTLS. */
  | 'starttls'
  /** The server requires an encrypted connection. */
  | 'encryption_required'
  /** The name or password of the service account is wrong. */
  | 'credentials'
  /** The entry where the search starts does not exist, or the service account may not see it. */
  | 'base'
  /** The service account may not read what is needed. */
  | 'permission'
  /** The server returned only a part and a limit: paging is not possible. */
  | 'limit'
  /** The server sent something that is not a valid or acceptable answer. */
  | 'protocol'
  /** There are more entries than the limits allow. */
  | 'too_large'
  /** The directory still refuses requests because there were too many. */
  | 'throttled'
  /** As `protocol`, of a service in the cloud. */
  | 'answer'
  /** The list changed while it was read in parts, so entries may be missing. */
  | 'changed'
  | ProviderReason;

/** What to change at the provider, or in its settings here. */
export type ProviderReason =
  | `google_${'key' | 'delegation' | 'admin' | 'api'}`
  | `microsoft_${'tenant' | 'secret' | 'permission'}`
  | `okta_${'address' | 'client' | 'dpop' | 'permission'}`
  | 'jumpcloud_key';

/** A directory could not be used. The message is for logs: no secrets, at most 300 characters. */
export class DirectoryFailure extends Error {
  readonly reason: DirectoryFailureReason;

  constructor(reason: DirectoryFailureReason, message: string, options?: ErrorOptions) {
    super(message.slice(0, 300), options);
    this.name = 'DirectoryFailure';
    this.reason = reason;
  }
}
