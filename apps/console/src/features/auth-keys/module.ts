import { authKeyActivity } from '@gatewarden/contract/auth-keys.names';
import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'auth-keys': typeof english;
  }
}

export const eventAreas = {
  keys: authKeyActivity,
} as const satisfies EventAreas;
