import { serverCertificateActivity } from '@gatewarden/contract/server-certificate.names';
import { IconCertificate } from '@tabler/icons-react';
import type { EventAreas, HomeItems } from '../../modules/module.ts';

export const eventAreas = { system: [...serverCertificateActivity] } as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    server_certificate_expires: {
      icon: IconCertificate,
      text: ({ details }) =>
        details['error'] === undefined
          ? 'home:item.server_certificate.expires'
          : 'home:item.server_certificate.not_renewed',
      action: () => ({
        to: '/activity',
        search: { time: '30d', event: [...serverCertificateActivity] },
        label: 'home:item.auth.view_activity',
      }),
    },
  },
};
