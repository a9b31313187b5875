import { addDevice } from '@gatewarden/contract/devices';
import { addProvider } from '@gatewarden/contract/identity-providers';
import { addLocation } from '@gatewarden/contract/locations';
import type { Page } from '@playwright/test';
import { createCaller } from '../../apps/server/test/caller.ts';
import { startRealProvider } from '../../apps/server/test/openid-provider/real-provider.ts';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const claims = { email: 'grace@example.com', email_verified: true, given_name: 'Grace', family_name: 'Hopper' };
const grace = { sub: 'grace', claims };

/**
 * Grace, who signs in to the console at a provider and has a device without a client in a location that asks for it. `page`
 * is in her browser.
 */
async function givenDeviceAtProvider(page: Page, preparedDataDir: string) {
  await using made = new AsyncDisposableStack();
  const dataDir = await copyDataDir(preparedDataDir);
  made.defer(() => removeDataDir(dataDir));
  const product = await startProduct({ dataDir, environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1' } });
  made.defer(() => product.stop());
  const { request } = page.context();
  const callerOf = async () => {
    const cookies = await page.context().cookies();
    return createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  };
  await createAdministrator(request, product);
  const admin = await callerOf();
  const idp = made.use(await startRealProvider([`${product.url}/auth/callback`]));
  idp.account = grace;
  const { id: client_id, secret: client_secret } = idp.client;
  await admin.call(addProvider, { body: { name: 'Company', base_url: idp.issuer, client_id, client_secret } });
  await admin.call(addLocation, { body: locationBody({ location_mfa_mode: 'external' }) });
  await page.context().clearCookies();
  await page.goto(`${product.url}/me`);
  await page.getByRole('button', { name: 'Sign in with Company' }).click();
  await expect(page).toHaveURL(`${product.url}/me`);
  const params = { username: 'grace' };
  await (await callerOf()).call(addDevice, {
    ...{ params, body: { name: 'Phone', wireguard_pubkey: newKeyPair().publicKey } },
  });
  const all = made.move();
  return { product, idp, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The provider asks before a session continues with another account. */
async function signOutAtProvider(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /^_session/ });
}

for (const width of [360, 1440]) {
  test(`a person authorizes a device with a sign-in at the provider, ${width} pixels wide`, async ({
    page,
    preparedDataDir,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await using given = await givenDeviceAtProvider(page, preparedDataDir);
    const { product, idp } = given;
    const row = page.getByRole('listitem', { name: 'Phone · Warsaw' });
    const begin = row.getByRole('button', { name: 'Continue with Company to connect Phone to Warsaw' });
    await page.goto(`${product.url}/connect`);
    await expect(row).toContainText('Not connected');
    await expectNoViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

    // another account at the provider
    await signOutAtProvider(page);
    idp.account = { sub: 'mallory', claims: { ...claims, email: 'mallory@example.com' } };
    await begin.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Couldn’t connect the device' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('an account that isn’t linked to yours');
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${product.url}/connect`);
    await expect(row).toContainText('Not connected');

    // canceled at the provider
    await signOutAtProvider(page);
    idp.account = grace;
    await page.goto(`${product.url}/auth/callback?error=access_denied&state=connect.x`);
    await expect(page.getByRole('alert')).toContainText('canceled at the provider');
    await page.getByRole('link', { name: 'Try again' }).click();

    // the answer of core is lost when the page is loaded again
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/connect/openid', async (route) => {
      await route.fetch();
      held.resolve();
    });
    await begin.dblclick();
    await held.promise;
    expect(calls.filter((path) => path.endsWith('/openid') && path !== '/api/v1/connect/openid')).toHaveLength(1);
    await page.unroute('**/api/v1/connect/openid');
    await page.reload();
    const notice = page.getByRole('status').filter({ hasText: /^Phone can connect to Warsaw until/ });
    await expect(notice).toBeFocused();
    await expect(page).toHaveURL(`${product.url}/connect`);
    await expect(row).toContainText('Can connect until');
    await expect(row).toContainText('Sign-in at an identity provider');
    await expectNoViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

    // neither the page of the provider nor that of its answer begins anything when the browser goes back
    await page.goBack();
    await expect(page).toHaveURL(`${product.url}/connect`);
    await expect(row).toContainText('Can connect until');
    await row.getByRole('button', { name: 'End session of Phone at Warsaw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await expect(begin).toBeEnabled();
    await expect(notice).toBeHidden();
  });
}

test('a person goes back from a provider that does not answer, and is told if it cannot be reached', async ({
  page,
  preparedDataDir,
}) => {
  await using given = await givenDeviceAtProvider(page, preparedDataDir);
  const { product, idp } = given;
  const begin = page.getByRole('button', { name: 'Continue with Company to connect Phone to Warsaw' });
  await page.route(`${idp.issuer}/**`, (route) => route.fulfill({ body: 'Sign in', contentType: 'text/html' }));
  await page.goto(`${product.url}/connect`);
  await begin.click();
  await expect(page.getByText('Sign in', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/connect`);
  await expect(begin).toBeEnabled();
  await page.unroute(`${idp.issuer}/**`);

  // the provider goes away between the sign-in and its answer
  await page.route('**/api/v1/connect/openid', async (route) => {
    await idp[Symbol.asyncDispose]();
    await route.continue();
  });
  await begin.click();
  await expect(page.getByRole('alert')).toContainText('couldn’t reach the provider');
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await expectNoViolations(page);
});
