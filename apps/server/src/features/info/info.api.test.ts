import { getEnterpriseInfo, getHealth, getInfo, getReadiness } from '@gatewarden/contract/info';
import { expect } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { test } from '../../../test/harness.ts';

test('returns information about the instance to signed-in users', async ({ server }) => {
  const user = await server.given.user();
  expect(await user.call(getInfo, {})).toEqual({
    version: manifest.version,
    // tests run on a PostgreSQL that is not embedded
    database: 'external',
    network_present: false,
    smtp_enabled: false,
    license_info: {
      enterprise: true,
      limits_exceeded: { user: false, device: false, wireguard_network: false, network_device: false },
      any_limit_exceeded: false,
      is_enterprise_free: true,
    },
    ldap_info: { enabled: false, ad: false },
    external_openid_enabled: false,
  });
  expect(await user.call(getEnterpriseInfo, {})).toEqual({ license_info: null });
});

test('reports mail as configured with server, port and sender', async ({ server }) => {
  const user = await server.given.user();
  const configure = (changed: object) =>
    server.database.query('update settings set changed = $1', [JSON.stringify(changed)]);
  const whole = { smtp_server: 'mail.example.com', smtp_port: 25, smtp_sender: 'vpn@example.com' };
  await configure(whole);
  expect(await user.call(getInfo, {})).toMatchObject({ smtp_enabled: true });
  for (const missing of [{ smtp_server: '' }, { smtp_port: null }, { smtp_sender: null }]) {
    await configure({ ...whole, ...missing });
    expect([missing, await user.call(getInfo, {})]).toMatchObject([missing, { smtp_enabled: false }]);
  }
});

test('answers alive and ready as plain text', async ({ server }) => {
  for (const [endpoint, text] of [
    [getHealth, 'alive'],
    [getReadiness, 'ready'],
  ] as const) {
    const answer = await server.stranger().try(endpoint, {});
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      text,
    ]);
  }
});
