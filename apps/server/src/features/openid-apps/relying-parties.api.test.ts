import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { freePort } from '../../../../../tools/free-port.ts';
import { type TestServer, testWith } from '../../../test/harness.ts';
import { givenRelyingParty } from '../../../test/openid/relying-party.ts';
import { apache } from '../../../test/relying-parties/apache.ts';
import { expressOpenidConnect } from '../../../test/relying-parties/express-openid-connect.ts';
import { fastifyOauth2 } from '../../../test/relying-parties/fastify-oauth2.ts';
import { type Product, urlOf } from '../../../test/relying-parties/product.ts';
import { createTestBrowser, type TestBrowser } from '../../../test/test-browser.ts';

const test = testWith({ environment: { GATEWARDEN_OUTBOUND_ALLOW: 'localhost' } });
const publicUrl = ({ url }: TestServer) => url.replace('127.0.0.1', 'localhost');

/** An application that uses the product, and is registered with its addresses. */
async function startApplication(server: TestServer, product: Product, group: string) {
  const port = await freePort();
  const url = urlOf({ port });
  const issuer = `${publicUrl(server)}/`;
  const { clientId, secret } = await givenRelyingParty(await server.given.admin(), issuer, {
    redirect_uri: [`${url}${product.redirectPath}`],
    post_logout_redirect_uri: [`${url}/bye`],
    ...(product.backchannelPath && { backchannel_logout_uri: `${url}${product.backchannelPath}` }),
  });
  const application = await product.start({ port, issuer, clientId, secret, group });
  return { url, [Symbol.asyncDispose]: () => application[Symbol.asyncDispose]() };
}

/** Agrees to the question of Gatewarden whether the application may end the session. */
async function confirmSignOut(server: TestServer, browser: TestBrowser, url: string) {
  const { text } = await browser.open(url);
  expect(text).toMatch(/Wiki \d+ asks to sign you out/);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  return browser.open(`${publicUrl(server)}/api/v1/oauth/logout/confirm`, { method: 'POST', body });
}

test.for([apache, expressOpenidConnect, fastifyOauth2])(
  '$name signs people in with their groups, signs them out, and refuses a disabled account',
  async (product, { server }) => {
    const { name: group } = await server.given.group();
    await using application = await startApplication(server, product, group);
    const una = await server.given.user({ groups: [group] });
    const openBrowser = (cookie?: string) =>
      createTestBrowser({ origins: [publicUrl(server), application.url], cookie });
    const page = `${application.url}/`;

    const browser = openBrowser(una.cookie);
    expect((await openBrowser().open(page)).location?.pathname).toBe('/sign-in');
    const signedIn = await browser.open(page);
    expect(signedIn).toMatchObject({ status: 200, location: undefined });
    expect(JSON.parse(signedIn.text)).toMatchObject({ username: una.username, groups: [group] });
    const outsider = await openBrowser((await server.given.user()).cookie).open(page);
    expect(outsider.status).toBe(product.requiresGroup ? 401 : 200);

    const after = await confirmSignOut(server, browser, `${application.url}${product.signOutPath}`);
    expect([after.url.href, after.text]).toEqual([`${application.url}/bye`, 'Bye']);
    expect((await browser.open(page)).location?.pathname).toBe('/sign-in');
    expect((await una.send('GET', '/me')).status).toBe(401);

    const again = openBrowser((await server.given.signedIn(una.username)).cookie);
    expect((await again.open(page)).status).toBe(200);
    const admin = await server.given.admin();
    await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
    await expect.poll(async () => (await again.open(page)).location?.pathname).toBe('/sign-in');
  },
);
