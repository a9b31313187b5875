import type { UserSafe } from '../users/index.ts';

export type MfaMethodName = 'TOTP' | 'Email' | 'WebAuthn';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `key` is what the owner calls a security key. */
    'mfa.factor-added': { readonly user: UserSafe; readonly method: MfaMethodName; readonly key?: string };
    'mfa.factor-removed': { readonly user: UserSafe; readonly method: MfaMethodName; readonly key?: string };
    /** It is accepted again, after an emergency stop. */
    'mfa.security-key-restored': { readonly user: UserSafe; readonly key: string };
    'mfa.security-key-renamed': { readonly user: UserSafe; readonly before: string; readonly after: string };
    /** The previous codes stopped working. */
    'mfa.recovery-codes-replaced': { readonly user: UserSafe };
    /**
     * From now on sign-in asks for a second factor. The other sessions of the user end in the same transaction, with
     * `ends_current` also the one in which it was enabled.
     */
    'mfa.enabled': { readonly user: UserSafe; readonly ends_current: boolean };
    /** All factors of the user are gone. */
    'mfa.disabled': { readonly user: UserSafe };
  }
}
