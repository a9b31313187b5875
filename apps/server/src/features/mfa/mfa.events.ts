import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import { type EventRules, formatKindAndName, formatRename, isAboutUser } from '../event-rules.ts';
import type { UserSnapshot } from '../users/index.ts';

export type MfaMethodName = 'TOTP' | 'Email' | 'WebAuthn';

interface MfaEvents {
  /** `key` is the name of a security key. */
  'mfa.factor-added': { readonly user: UserSnapshot; readonly method: MfaMethodName; readonly key?: string };
  'mfa.factor-removed': { readonly user: UserSnapshot; readonly method: MfaMethodName; readonly key?: string };
  /** The key is accepted again after an emergency stop. */
  'mfa.security-key-restored': { readonly user: UserSnapshot; readonly key: string };
  'mfa.security-key-renamed': { readonly user: UserSnapshot; readonly before: string; readonly after: string };
  /** The previous codes stopped working. */
  'mfa.recovery-codes-replaced': { readonly user: UserSnapshot };
  /**
   * Sign-in now asks for a second factor. The other sessions of the user end in the same transaction; with
   * `ends_current`, the current session ends too.
   */
  'mfa.enabled': { readonly user: UserSnapshot; readonly ends_current: boolean };
  /** All factors of the user were removed. */
  'mfa.disabled': { readonly user: UserSnapshot };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends MfaEvents {}
}

const factorAdded = {
  TOTP: 'mfa_totp_enabled',
  Email: 'mfa_email_enabled',
  WebAuthn: 'mfa_security_key_added',
} as const satisfies Record<MfaMethodName, ActivityEvent>;
const factorRemoved = {
  TOTP: 'mfa_totp_disabled',
  Email: 'mfa_email_disabled',
  WebAuthn: 'mfa_security_key_removed',
} as const satisfies Record<MfaMethodName, ActivityEvent>;

export const mfaEvents = {
  'mfa.factor-added': {
    entry: ({ user, method, key }) => ({
      event: factorAdded[method],
      description: formatKindAndName(method, key),
      metadata: { user, key },
    }),
    stale: { admins: ['users'], own: ['me', 'users'], isAbout: isAboutUser },
  },
  'mfa.factor-removed': {
    entry: ({ user, method, key }) => ({
      event: factorRemoved[method],
      description: `${formatKindAndName(method, key)} of ${user.username}`,
      metadata: { user, key },
    }),
    stale: { admins: ['users'], own: ['me', 'users'], isAbout: isAboutUser, changesRights: true },
  },
  'mfa.security-key-restored': {
    entry: ({ user, key }) => ({
      event: 'mfa_security_key_restored',
      description: `Security key ${key} of ${user.username}`,
      metadata: { user, key },
    }),
    stale: { admins: ['users'], own: ['users'], isAbout: isAboutUser },
  },
  'mfa.security-key-renamed': {
    entry: ({ user, before, after }) => ({
      event: 'mfa_security_key_renamed',
      description: `Security key ${formatRename(before, after)} of ${user.username}`,
      metadata: { user, before, after },
    }),
    stale: { admins: ['users'], own: ['users'], isAbout: isAboutUser },
  },
  'mfa.recovery-codes-replaced': {
    entry: ({ user }) => ({ event: 'recovery_codes_replaced', metadata: { user } }),
    stale: { own: ['me'], isAbout: isAboutUser },
  },
  'mfa.enabled': {
    // `mfa.factor-added` is logged
    entry: 'not logged',
    stale: { admins: ['users'], own: ['me', 'users'], isAbout: isAboutUser, changesRights: true },
  },
  'mfa.disabled': {
    entry: ({ user }, { by }) =>
      by !== 'system' && by.userId === user.id
        ? { event: 'mfa_disabled', description: 'Own second factors disabled' }
        : {
            event: 'user_mfa_disabled',
            description: `Second factors of ${user.username} disabled`,
            metadata: { user },
          },
    stale: { admins: ['users'], own: ['me', 'users'], isAbout: isAboutUser, changesRights: true },
  },
} as const satisfies EventRules<MfaEvents>;
