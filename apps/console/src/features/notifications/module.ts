import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    notifications: typeof english;
  }
}

/** Reading notifications is not logged. */
export const eventAreas = {} as const satisfies EventAreas;
