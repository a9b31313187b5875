import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'emergency-stop': typeof english;
  }
}

export const eventAreas = {
  sign_in: ['signed_out_everywhere'],
  people: ['user_stopped'],
} as const satisfies EventAreas;
