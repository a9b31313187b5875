import { homeActivity } from '@gatewarden/contract/home.names';
import type { EventAreas } from '../../modules/module.ts';

export const eventAreas = {
  system: homeActivity,
} as const satisfies EventAreas;
