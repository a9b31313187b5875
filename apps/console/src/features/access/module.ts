import { accessActivity } from '@gatewarden/contract/access.names';
import type { EventAreas } from '../../modules/module.ts';

export const eventAreas = { access: accessActivity } as const satisfies EventAreas;
