import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signOut } from '@gatewarden/contract/auth';
import { removeAuthorizedApp } from '@gatewarden/contract/openid-apps';
import { updateUser } from '@gatewarden/contract/users';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { type TestServer, testWith } from '../../../test/harness.ts';
import { type LogoutReceiver, startLogoutReceiver } from '../../../test/openid/logout-receiver.ts';
import { givenRelyingParty, type RelyingParty, redirectUri } from '../../../test/openid/relying-party.ts';
import { createTestBrowser } from '../../../test/test-browser.ts';

const test = testWith({ environment: { GATEWARDEN_OUTBOUND_ALLOW: 'localhost' } });
const publicUrl = ({ url }: Pick<TestServer, 'url'>) => url.replace('127.0.0.1', 'localhost');
const browserOf = (server: TestServer, person?: Person) =>
  createTestBrowser({ origins: [publicUrl(server)], cookie: person?.cookie });

let receiver: LogoutReceiver;
beforeAll(async () => {
  receiver = await startLogoutReceiver();
});
afterAll(() => receiver[Symbol.asyncDispose]());

async function givenSignedIn(server: TestServer, app: RelyingParty, person: Person) {
  const request = await app.begin();
  return request.finish((await browserOf(server, person).open(request.url)).location);
}

const givenApp = async (server: TestServer, app: Parameters<typeof givenRelyingParty>[2] = {}) =>
  givenRelyingParty(await server.given.admin(), `${publicUrl(server)}/`, app);

describe('logout', () => {
  test.for(['in the console', 'by disabling the account'] as const)(
    '%s is sent to applications',
    async (how, { server }) => {
      const admin = await server.given.admin();
      const una = await server.given.user();
      const app = await givenApp(server, { backchannel_logout_uri: receiver.url });
      const claims = (await givenSignedIn(server, app, una)).claims();
      const before = receiver.received.length;
      if (how === 'in the console') await una.call(signOut, {});
      else await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      const keys = createRemoteJWKSet(new URL(`${publicUrl(server)}/api/v1/oauth/discovery/keys`));
      const { payload, protectedHeader } = await jwtVerify(receiver.received[before] ?? '', keys, {
        issuer: `${publicUrl(server)}/`,
        audience: app.clientId,
      });
      expect(payload).toMatchObject({ sub: claims?.sub, sid: expect.any(String) });
      expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
      expect(payload).not.toHaveProperty('nonce');
      expect(protectedHeader.typ).toBe('logout+jwt');
    },
  );

  test('is sent to an application while another one does not answer', async ({ server }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = createServer((_request, response) => void released.then(() => response.end()));
    slow.listen(0, 'localhost');
    await once(slow, 'listening');
    const asked = once(slow, 'request');
    const slowUrl = `http://localhost:${(slow.address() as AddressInfo).port}/`;
    try {
      const [una, bob] = [await server.given.user(), await server.given.user()];
      await givenSignedIn(server, await givenApp(server, { backchannel_logout_uri: slowUrl }), una);
      await givenSignedIn(server, await givenApp(server, { backchannel_logout_uri: receiver.url }), bob);
      const before = receiver.received.length;
      await una.call(signOut, {});
      await asked;
      await bob.call(signOut, {});
      await expect.poll(() => receiver.received.length, { timeout: 2_000 }).toBe(before + 1);
    } finally {
      release();
      slow.close();
      await once(slow, 'close');
    }
  });

  test('by an application asks first, and then ends the session of Gatewarden', async ({ server }) => {
    const una = await server.given.user();
    const after = 'https://app.example.com/bye';
    const app = await givenApp(server, { post_logout_redirect_uri: [after] });
    const { id_token } = await givenSignedIn(server, app, una);
    const url = client.buildEndSessionUrl(app.config, {
      id_token_hint: id_token ?? '',
      post_logout_redirect_uri: after,
      state: 's',
    });
    const browser = browserOf(server, una);
    const page = await browser.open(url.href);
    expect(page.text).toContain(`${app.name} asks to sign you out`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const post = (fields: Record<string, string>) =>
      browser.open(`${publicUrl(server)}/api/v1/oauth/logout/confirm`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
    expect((await post({ xsrf: 'forged', logout: 'yes' })).status).toBe(400);
    expect((await una.send('GET', '/me')).status).toBe(200);
    expect((await post({ xsrf, logout: 'yes' })).location?.href).toBe(`${after}?state=s`);
    expect((await una.send('GET', '/me')).status).toBe(401);
  });

  test('of one application ends its access only', async ({ server }) => {
    const una = await server.given.user();
    const [app, other] = [await givenApp(server), await givenApp(server)];
    const [tokens, others] = [await givenSignedIn(server, app, una), await givenSignedIn(server, other, una)];
    await server.query(`insert into openid_consent (user_id, app_id, scopes, authorized_at, last_used_at)
      values (${una.id}, ${app.id}, '{openid}', now(), now()) on conflict do nothing`);
    await una.call(removeAuthorizedApp, { params: { username: una.username, id: String(app.id) } });
    expect(await client.tokenIntrospection(app.config, tokens.access_token)).toEqual({ active: false });
    expect(await client.tokenIntrospection(other.config, others.access_token)).toMatchObject({ active: true });
  });
});

describe('the code of a device', () => {
  test('connects it after a person who is signed in confirms', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenApp(server, { kind: 'public', redirect_uri: [redirectUri], allows_device_flow: true });
    const device = await client.initiateDeviceAuthorization(app.config, { scope: 'openid profile' });
    expect(device.verification_uri).toBe(`${publicUrl(server)}/device`);
    const stranger = await browserOf(server).open(device.verification_uri);
    expect(stranger.location?.pathname).toBe('/sign-in');

    const browser = browserOf(server, una);
    const submit = async (fields: Record<string, string>) => {
      const form = await browser.open(device.verification_uri);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
      return browser.open(device.verification_uri, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, ...fields }),
      });
    };
    expect((await submit({ user_code: 'XXXX-XXXX' })).text).toContain('This code is unknown');
    const confirm = await submit({ user_code: device.user_code });
    expect(confirm.text).toContain(device.user_code);
    expect(confirm.text).toContain(`${app.name} asks for access`);
    expect((await submit({ user_code: device.user_code, confirm: 'yes' })).text).toContain('Device connected');
    const tokens = await client.pollDeviceAuthorizationGrant(app.config, { ...device, interval: 0.1 });
    expect(tokens.claims()).toMatchObject({ preferred_username: una.username });
    expect((await submit({ user_code: device.user_code })).text).toContain('already used');
  });
});
