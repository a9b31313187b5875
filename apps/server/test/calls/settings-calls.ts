import { getEnterpriseSettings, patchSettings, uploadLogo } from '@gatewarden/contract/settings';
import { logoPath } from '@gatewarden/contract/settings.names';
import { png } from '../given/logos.ts';
import type { CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** Leaves the mail server unchanged: no token may change it. */
const smtp = {
  smtp_encryption: 'StartTls',
  smtp_port: null,
  smtp_server: null,
  smtp_user: null,
  smtp_sender: null,
  smtp_password: null,
};

export const settingsCalls = {
  'GET /settings': { access: 'admin' },
  'PATCH /settings': {
    access: 'admin',
    input: () => ({
      body: {
        instance_name: uniqueName('Office-'),
        main_logo_url: '/main.svg',
        nav_logo_url: '',
        ...smtp,
      },
    }),
  },
  'PUT /settings/:id': {
    access: 'admin',
    input: async ({ given }) => {
      await (await given.admin()).call(patchSettings, { body: { instance_name: uniqueName('Office-') } });
      return { params: { id: 1 } };
    },
  },
  'PUT /settings': {
    access: 'admin',
    input: () => ({
      body: {
        instance_name: uniqueName('Office-'),
        main_logo_url: '/main.svg',
        nav_logo_url: '',
        ...smtp,
      },
    }),
  },
  'POST /settings/logo': {
    access: 'admin',
    input: () => ({ body: { kind: 'main', data: png().toString('base64') } }),
  },
  'GET /logo/:hash': {
    access: 'anonymous',
    input: async ({ given }) => {
      const body = { kind: 'main', data: png().toString('base64') } as const;
      const { url } = await (await given.admin()).call(uploadLogo, { body });
      return { params: { hash: url.slice(logoPath.length) } };
    },
  },
  'POST /mail/test': {
    access: 'admin',
    input: () => ({ body: { to: 'una@example.com', language: 'pl' } }),
    // delivery by a mail server is tested with the feature
    status: 400,
    leavesNoEvent: 'there is no mail server',
  },
  'GET /support': { access: 'admin' },
  'GET /support/configuration': { access: 'admin' },
  'GET /support/logs': { access: 'admin' },
  'POST /mail/support': {
    access: 'admin',
    input: () => ({ body: { to: 'help@example.com', language: 'ko' } }),
    // delivery by a mail server is tested with the feature
    status: 400,
    leavesNoEvent: 'there is no mail server',
  },
  'POST /settings/ssh_authorized_keys_token': { access: 'admin' },
  'DELETE /settings/ssh_authorized_keys_token': { access: 'admin' },
  'GET /settings_essentials': { access: 'anonymous' },
  'GET /settings_enterprise': { access: 'user' },
  'PATCH /settings_enterprise': {
    access: 'admin',
    input: async ({ given }) => {
      const { disable_all_traffic: before } = await (await given.admin()).call(getEnterpriseSettings, {});
      return { body: { disable_all_traffic: !before } };
    },
  },
  'GET /license': { access: 'admin' },
  'POST /license/inspect': {
    access: 'admin',
    input: () => ({ body: { license: 'not a key' } }),
    leavesNoEvent: 'it only reads the key in the request',
  },
} as const satisfies Readonly<Record<string, CallRow>>;
