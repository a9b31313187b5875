import { preferenceActivity } from '@gatewarden/contract/preferences.names';
import type { EventAreas } from '../../modules/module.ts';

export const eventAreas = {
  people: preferenceActivity,
} as const satisfies EventAreas;
