import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    mfa: typeof english;
  }
}

export const eventAreas = {
  second_factors: [
    'mfa_disabled',
    'user_mfa_disabled',
    'mfa_totp_enabled',
    'mfa_totp_disabled',
    'mfa_email_enabled',
    'mfa_email_disabled',
    'mfa_security_key_added',
    'mfa_security_key_removed',
    'mfa_security_key_renamed',
    'mfa_security_key_restored',
    'recovery_codes_replaced',
  ],
} as const satisfies EventAreas;
