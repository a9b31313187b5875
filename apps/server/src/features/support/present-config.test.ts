import { expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { presentConfig } from './present-config.ts';

const address = { url: 'https://vpn.example.com', grpcUrl: '', edgeUrl: '' };

it('shows of the environment no secret, also none in an address', () => {
  const config = readConfig({
    GATEWARDEN_URL: 'https://vpn.example.com',
    GATEWARDEN_SECRET_KEY: 'canary-instance-key',
    GATEWARDEN_ADMIN_PASSWORD: 'canary-Admin-1',
    GATEWARDEN_ACME_DIRECTORY: 'https://who:canary@acme.example.com/directory?token=canary',
    GATEWARDEN_ACME_KEY_ID: 'canary-key-id',
    GATEWARDEN_ACME_HMAC_KEY: 'canary-hmac',
    DATABASE_URL: 'postgres://core:canary@db.example.com/gatewarden?sslpassword=canary',
    HTTPS_PROXY: 'http://who:canary@proxy.example.com:3128',
    HTTP_PROXY: 'who:canary@proxy.example.com:3128',
  });
  const shown = presentConfig(config, address);
  expect(shown).toMatchObject({
    database_host: 'db.example.com',
    database_port: 5432,
    database_name: 'gatewarden',
    database_user: 'core',
    https_proxy: 'http://proxy.example.com:3128/',
    http_proxy: 'http://proxy.example.com:3128/',
    acme_directory: 'https://acme.example.com/directory',
    webauthn_rp_id: 'vpn.example.com',
  });
  expect(JSON.stringify(shown)).not.toContain('canary');
});

it('shows no database server for the embedded database', () => {
  expect(presentConfig(readConfig({}), { ...address, url: '' })).toMatchObject({
    database_host: null,
    database_user: null,
    webauthn_rp_id: null,
    log_file: expect.stringMatching(/\/data\/logs$/),
  });
});
