import { mfaActivity } from '@gatewarden/contract/mfa.names';
import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    mfa: typeof english;
  }
}

export const eventAreas = {
  second_factors: mfaActivity,
} as const satisfies EventAreas;
