import { enrollmentActivity } from '@gatewarden/contract/enrollment.names';
import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    enrollment: typeof english;
  }
}

export const eventAreas = {
  enrollment: enrollmentActivity,
} as const satisfies EventAreas;
