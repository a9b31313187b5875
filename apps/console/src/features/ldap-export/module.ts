import { ldapExportActivity } from '@gatewarden/contract/ldap-export.names';
import { IconDatabaseExport } from '@tabler/icons-react';
import type { EventAreas, HomeItems } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'ldap-export': typeof english;
  }
}

export const eventAreas = { system: [...ldapExportActivity] } as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    ldap_export_stopped: {
      icon: IconDatabaseExport,
      text: ({ details }) =>
        details['state'] === 'failed' ? 'home:item.ldap_export.failed' : 'home:item.ldap_export.refused',
      action: () => ({ to: '/settings/directory', label: 'home:item.ldap_export.view' }),
    },
  },
};
