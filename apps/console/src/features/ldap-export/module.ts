import { ldapExportActivity } from '@gatewarden/contract/ldap-export.names';
import type { EventAreas } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'ldap-export': typeof english;
  }
}

export const eventAreas = { system: [...ldapExportActivity] } as const satisfies EventAreas;
