import { generateKeyPairSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { freePort } from '../../tools/free-port.ts';
import { addVirtualKey, type VirtualKey } from '../mfa/virtual-key.ts';
import { expectNoViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone, test as testShared } from '../product/test.ts';
import { givenInvitation, post } from './given-invitation.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** From the link of the invitation to the choice between passkey and password. */
async function openChoice(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).click();
  await next(page);
  await page.getByLabel('Phone number (optional)').fill('+48 600 100 200');
  await next(page);
  await expect(heading(page, 'Choose how to sign in')).toBeVisible();
}

async function saveCodes(page: Page): Promise<void> {
  await expect(page.getByText('Your passkey is ready.', { exact: false })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toHaveText(/([a-z0-9]{5}-){3}[a-z0-9]{5}/);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await expectNoViolations(page);
  await page.getByLabel('I have saved them').check();
  await next(page);
}

/** As a client, which has the same session; the page notices the device. */
async function addByClient(page: Page): Promise<void> {
  const pubkey = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }).x ?? '';
  const answer = await page.request.post(new URL('/api/v1/enrollment/create_device', page.url()).href, {
    data: { name: 'Laptop', pubkey: Buffer.from(pubkey, 'base64url').toString('base64') },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await expect(page.getByText('Laptop was added.')).toBeVisible();
}

/** From the step after two-factor authentication to the signed-in console. */
async function finishAndSignIn(
  page: Page,
  key: VirtualKey,
  forward: 'Continue' | 'Skip for now' = 'Skip for now',
): Promise<void> {
  await expect(heading(page, 'Connect a device')).toBeVisible();
  await page.getByRole('button', { name: forward }).click();
  await expect(heading(page, 'You’re all set')).toBeVisible();
  // or it would sign in as soon as the page suggests passkeys
  await key.setPresent(false);
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(passkey).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveAttribute('autocomplete', 'username webauthn');
  await key.setPresent(true);
  await passkey.click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await page.goto(new URL('/me/security', page.url()).href);
  await expect(page.getByText('You sign in only with a passkey.', { exact: false })).toBeVisible();
}

testShared.describe('on a phone', () => {
  testShared.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  testShared(
    'a new person creates a passkey in place of a password, and signs in with it',
    async ({ page, product }) => {
      const key = await addVirtualKey(page, { isPasskey: true });
      const link = await givenInvitation(page.request, product, 'emma');
      await post(page.request, product, '/network', locationBody());
      await page.context().clearCookies();
      await openChoice(page, link);
      await expectNoViolations(page);
      await key.setUserVerified(false);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await expect(page.getByRole('alert')).toHaveText(/^The request was canceled or timed out/);
      await expectNoViolations(page);
      await page.reload();
      await expect(heading(page, 'Choose how to sign in')).toBeVisible();
      await key.setUserVerified(true);
      await page.getByRole('button', { name: 'Create a passkey' }).dblclick();
      await saveCodes(page);
      // the address of the step that is shown
      await expect(page).toHaveURL(/step=device$/);
      await addByClient(page);
      await finishAndSignIn(page, key, 'Continue');
    },
  );

  testShared('a new person who loses the recovery codes creates others', async ({ page, product }) => {
    await addVirtualKey(page, { isPasskey: true });
    const link = await givenInvitation(page.request, product, 'emma');
    await page.context().clearCookies();
    await openChoice(page, link);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeVisible();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await reloaded;
    await expect(page.getByRole('alert')).toContainText('You left before saving your recovery codes');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Create new recovery codes' }).dblclick();
    await expect(page.getByText('These codes replace the earlier ones')).toBeVisible();
    await expectNoViolations(page);
    await page.getByLabel('I have saved them').check();
    await next(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page).toHaveURL(/step=device$/);
  });

  testShared('a browser without passkeys offers a password only', async ({ page, product }) => {
    await page.addInitScript('delete window.PublicKeyCredential');
    const link = await givenInvitation(page.request, product, 'emma');
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('button', { name: 'Start' }).click();
    await next(page);
    await next(page);
    await expect(heading(page, 'Choose a password')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Create a passkey' })).toHaveCount(0);
  });
});

testAlone(
  'a new person at an edge of another host creates the passkey at the console',
  async ({ page, preparedDataDir }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const port = await freePort();
    const environment = { GATEWARDEN_EDGE_PORT: `${port}`, GATEWARDEN_EDGE_URL: `http://127.0.0.1:${port}` };
    const dataDir = await copyDataDir(preparedDataDir);
    const product = await startProduct({ dataDir, environment });
    try {
      const key = await addVirtualKey(page, { isPasskey: true });
      const link = await givenInvitation(page.request, product, 'emma');
      await post(page.request, product, '/network', locationBody());
      await page.context().clearCookies();
      await openChoice(page, link);
      await expect(page.getByText(`You create it at ${new URL(product.url).host} and come back here.`)).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Create a passkey' }).click();

      await expect(page).toHaveURL(new RegExp(`^${product.url}/create-passkey#`));
      await expect(page.getByText('Emma Walker')).toBeVisible();
      await expectNoViolations(page);
      const used = page.url();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(heading(page, 'Choose how to sign in')).toBeVisible();
      await page.goto(used);
      await page.reload();
      await page.getByRole('button', { name: 'Create passkey' }).dblclick();
      await saveCodes(page);
      await expect(page).toHaveURL(new RegExp(`^http://127.0.0.1:${port}/enrollment`));
      await page.goto(used);
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
      await expectNoViolations(page);
      await page.goto(`http://127.0.0.1:${port}/enrollment`);
      await finishAndSignIn(page, key);
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  },
);
