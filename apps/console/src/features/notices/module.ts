import { historyActivity } from '@gatewarden/contract/history.names';
import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    notices: typeof english;
  }
}

export const eventAreas = {
  system: historyActivity,
} as const satisfies EventAreas;
