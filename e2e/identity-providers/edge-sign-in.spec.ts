import { startDesktop } from '@gatewarden/contract/enrollment';
import { addProvider } from '@gatewarden/contract/identity-providers';
import { addLocation } from '@gatewarden/contract/locations';
import type { Browser } from '@playwright/test';
import { createCaller } from '../../apps/server/test/caller.ts';
import { type RealProvider, startRealProvider } from '../../apps/server/test/openid-provider/real-provider.ts';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { administrator, createAdministrator } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

const grace = {
  sub: 'grace',
  claims: { email: 'grace@example.com', email_verified: true, given_name: 'Grace', family_name: 'Hopper' },
};

/** A product with a location that asks for a sign-in at a provider, at which Grace is signed in, and a phone. */
async function givenProvider(browser: Browser, preparedDataDir: string) {
  await using made = new AsyncDisposableStack();
  const dataDir = await copyDataDir(preparedDataDir);
  made.defer(() => removeDataDir(dataDir));
  const product = await startProduct({ dataDir, environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1' } });
  made.defer(() => product.stop());
  const context = await browser.newContext(phone);
  made.defer(() => context.close());
  await createAdministrator(context.request, product);
  const cookies = await context.cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const params = { username: administrator.username };
  const { enrollment_url: edge } = await admin.call(startDesktop, { params, body: {} });
  const idp: RealProvider = made.use(await startRealProvider([`${edge}openid/callback`, `${edge}openid/mfa/callback`]));
  idp.account = grace;
  const provider = {
    name: 'Company',
    base_url: idp.issuer,
    client_id: idp.client.id,
    client_secret: idp.client.secret,
  };
  await admin.call(addProvider, { body: provider });
  const location = await admin.call(addLocation, { body: locationBody({ location_mfa_mode: 'external' }) });
  await context.clearCookies();
  const page = await context.newPage();
  const all = made.move();
  return { page, edge, idp, location, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

type Given = Awaited<ReturnType<typeof givenProvider>>;

/** Calls the listener as a client does. */
async function post({ page, edge }: Pick<Given, 'page' | 'edge'>, path: string, data: object) {
  const answer = await page.context().request.post(`${edge}api/v1/${path}`, { data });
  return { status: answer.status(), body: await answer.json() };
}

test('on a phone, a person without an account signs in at the provider and gets a token for a client', async ({
  browser,
  preparedDataDir,
}) => {
  await using given = await givenProvider(browser, preparedDataDir);
  const { page, edge } = given;
  await page.goto(edge);
  await expect(page.getByRole('button', { name: 'Sign in with Company' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Sign in with Company' }).click();
  await expect(page.getByText(/^You are signed in\./)).toBeVisible();
  // neither the code nor the state is left in the address
  await expect(page).toHaveURL(`${edge}openid/callback`);
  await expect(page.getByRole('link', { name: 'Open the VPN client' })).toHaveAttribute(
    'href',
    /^defguard:\/\/addinstance\?token=[0-9A-Za-z]{32}&url=http%3A%2F%2F/,
  );
  await page.getByText('Connect a phone').click();
  await expect(page.getByRole('img', { name: 'QR code for the VPN client' })).toBeVisible();
  await page.getByText('Enter URL and token').click();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'No VPN client? Use the WireGuard app' }).click();
  await page.getByRole('button', { name: 'Add a device manually' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByRole('button', { name: 'Download file' })).toBeVisible();

  await page.goto(`${edge}openid/callback?error=access_denied&state=x`);
  await expect(page.getByRole('alert')).toContainText('canceled at the provider');
  await expectNoViolations(page);
  await page.goto(`${edge}openid/callback?code=x&state=x`);
  await expect(page.getByRole('alert')).toContainText('Start again');
});

test('on a phone, a person confirms what connects, signs in at the provider, and the client gets its key', async ({
  browser,
  preparedDataDir,
}) => {
  await using given = await givenProvider(browser, preparedDataDir);
  const { page, edge, idp, location } = given;
  await page.goto(edge);
  await page.getByRole('button', { name: 'Sign in with Company' }).click();
  await page.getByText('Enter URL and token').click();
  const token = await page.getByText(/^[0-9A-Za-z]{32}$/).textContent();
  const { publicKey: pubkey } = newKeyPair();
  await post(given, 'enrollment/start', { token });
  expect(await post(given, 'enrollment/create_device', { name: 'Tablet', pubkey })).toMatchObject({
    body: { instance: { openid_display_name: null }, configs: [{ location_mfa_mode: 3 }] },
  });
  const start = async () => {
    const { body } = await post(given, 'client-mfa/start', { location_id: location.id, pubkey, method: 2 });
    return String(body.token);
  };
  const attempt = await start();
  await page.goto(`${edge}openid/mfa?token=${attempt}`);
  await expect(page.getByText('Sign in to connect the device Tablet to Warsaw.')).toBeVisible();
  await expectNoViolations(page);
  expect(await post(given, 'client-mfa/finish', { token: attempt })).toMatchObject({ status: 428 });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You’re signed in' })).toBeVisible();
  await expect(page).toHaveURL(`${edge}openid/mfa/callback`);
  await expectNoViolations(page);
  expect(await post(given, 'client-mfa/finish', { token: attempt })).toMatchObject({
    ...{ status: 200, body: { preshared_key: expect.any(String) } },
  });

  await page.goto(`${edge}openid/mfa?token=${attempt}`);
  await expect(page.getByRole('alert')).toContainText('has ended, or it was already completed');
  await expectNoViolations(page);

  // another person
  idp.account = { sub: 'mallory', claims: { ...grace.claims, email: 'mallory@example.com' } };
  await page.context().clearCookies();
  const other = await start();
  await page.goto(`${edge}openid/mfa?token=${other}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Couldn’t connect' })).toBeVisible();
  await expectNoViolations(page);
  expect(await post(given, 'client-mfa/finish', { token: other })).toMatchObject({ status: 400 });
});
