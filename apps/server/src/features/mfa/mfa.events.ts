import type { UserSafe } from '../users/index.ts';

export type MfaMethodName = 'TOTP' | 'Email' | 'WebAuthn';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'mfa.factor-added': { readonly user: UserSafe; readonly method: MfaMethodName };
    'mfa.factor-removed': { readonly user: UserSafe; readonly method: MfaMethodName };
    /** From now on sign-in asks for a second factor. */
    'mfa.enabled': { readonly user: UserSafe };
    /** All factors of the user are gone. */
    'mfa.disabled': { readonly user: UserSafe };
  }
}
