import type { Secret } from '@gatewarden/process/secret';
import type { Directory } from './directory.ts';

/** How to read the directory of a service in the cloud. */
export type CloudAccount =
  | {
      readonly kind: 'google';
      /** In PEM, or the file with the key that Google creates. */
      readonly key: Secret;
      /** Undefined: that of the file. */
      readonly serviceAccountEmail: string | undefined;
      /** On whose behalf the service account reads. */
      readonly adminEmail: string;
    }
  | {
      readonly kind: 'microsoft';
      /** Address of the issuer, which names the tenant. */
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: Secret;
    }
  | {
      readonly kind: 'okta';
      /** Address of the issuer, which is in the organization. */
      readonly issuer: string;
      readonly clientId: string;
      /** A JWK. */
      readonly privateKey: Secret;
    }
  | { readonly kind: 'jumpcloud'; readonly apiKey: Secret };

export type CloudKind = CloudAccount['kind'];

/** Reading less saves requests, of which services allow a limited number. */
export interface CloudScope {
  /** Names of the groups to read; empty for all. */
  readonly groupNames: readonly string[];
  readonly readsGroups: boolean;
}

/** Usernames are those that the service has for sign-in; email addresses without the domain where it has only these. */
export interface CloudDirectories {
  open(account: CloudAccount, scope: CloudScope): Directory;
  /** Signs in, and reads the first people and a group with its members. @throws DirectoryFailure */
  test(account: CloudAccount): Promise<void>;
}
