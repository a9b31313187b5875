import type { Page } from '@playwright/test';
import { totpCode } from '../../apps/server/test/given/totp.ts';
import { expectNoViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';
import { givenInvitation, post } from './given-invitation.ts';

const password = 'Better-horse-8';

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a new person sets password and second factor, adds a device and signs in', async ({ page, product }) => {
    const link = await givenInvitation(page.request, product, 'emma');
    await post(page.request, product, '/network', locationBody());
    await page.context().clearCookies();

    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome to/ })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Start' }).dblclick();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Emma' })).toBeFocused();
    // the token is not left in the address
    await expect(page).not.toHaveURL(/token=/);
    await expect(page.getByText('Step 1 of 6')).toBeVisible();
    await expect(page.getByText(/^(10:00|9:\d\d) left$/)).toBeVisible();
    await expectNoViolations(page);
    await next(page);

    await page.getByLabel('Phone number (optional)').fill('call me');
    await next(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Check your details' })).toBeVisible();
    await expect(page.getByLabel('Phone number (optional)')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Phone number (optional)').fill('+48 600 100 200');
    await expect(page).toHaveURL(/step=profile$/);
    await page.reload();
    await expect(page.getByLabel('Phone number (optional)')).toHaveValue('+48 600 100 200');
    await next(page);

    // the second click neither submits the form nor takes the focus
    await page.getByRole('button', { name: 'Choose a password' }).dblclick();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'false');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Choose how to sign in' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Phone number (optional)')).toHaveValue('+48 600 100 200');
    await next(page);
    await page.getByRole('button', { name: 'Choose a password' }).click();
    await expectNoViolations(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).dblclick();

    await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible();
    await expectNoViolations(page);
    // what is done stays done
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await expectNoViolations(page);
    await page.getByLabel('6-digit code').fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('That code is incorrect', { exact: false })).toBeVisible();
    await page.getByLabel('6-digit code').fill(totpCode(secret, new Date()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Two-factor authentication is on.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Save your recovery codes' })).toBeFocused();
    await expectNoViolations(page);
    // the codes stay
    await page.goBack();
    await expect(page.getByText('Two-factor authentication is on.')).toBeVisible();
    await page.getByLabel('I have saved them').check();
    await next(page);

    await expect(page.getByRole('link', { name: 'Open the VPN client' })).toHaveAttribute(
      'href',
      /^defguard:\/\/addinstance\?token=[0-9A-Za-z]{32}&url=http%3A%2F%2F/,
    );
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Add a device manually' }).click();
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByRole('button', { name: 'Download file' }).click();
    await expectNoViolations(page);
    await next(page);

    await expect(page.getByRole('heading', { level: 1, name: 'You’re all set' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome, Emma Walker' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Go to sign-in' }).click();
    await signIn(page, 'emma', password);
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();

    // the link of a finished enrollment is worthless
    await page.goto(link);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeFocused();
    await expectNoViolations(page);
    await expect(page.getByRole('button', { name: 'Start' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute(
      'href',
      new RegExp(`^${product.url}`),
    );
    await page.getByRole('button', { name: 'Enter another token' }).click();
    await expect(page.getByLabel('Token')).toBeFocused();
  });
});

test('a person continues although the answer to the password was lost', async ({ page, product }) => {
  const link = await givenInvitation(page.request, product, 'lost');
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).click();
  await next(page);
  await next(page);
  await page.getByRole('button', { name: 'Choose a password' }).click();
  // also its cookie is lost
  await page.route('**/enrollment/activate_user', async (route) => {
    const request = route.request();
    const { status } = await fetch(request.url(), {
      ...{ method: 'POST', headers: await request.allHeaders(), body: request.postData() },
    });
    expect(status).toBe(200);
    await route.abort();
  });
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/enrollment/activate_user');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible();
});

test('a person adds a device with the link for a client, and learns when a link is unusable', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await post(page.request, product, '/network', locationBody());
  const { enrollment_url: edge, enrollment_token } = await post(page.request, product, '/user/ada/start_desktop', {});
  await page.goto(`${edge}client?token=${enrollment_token}`);
  await page.getByText('Connect a phone').click();
  await expect(page.getByRole('img', { name: 'QR code for the VPN client' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'No VPN client? Use the WireGuard app' }).click();
  await page.getByRole('button', { name: 'Add a device manually' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByRole('button', { name: 'Download file' })).toBeVisible();
  await next(page);
  const question = page.getByRole('dialog', { name: 'Leave without saving the private key?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  const asked = page.waitForEvent('dialog');
  const reloaded = page.goto(`${edge}enrollment?step=device`);
  await (await asked).accept();
  await reloaded;
  await expect(page.getByText(/^Already added: /)).toBeVisible();

  await page.goto(`${edge}client`);
  await expect(page.getByText('The link is incomplete.', { exact: false })).toBeVisible();
  await page.goto(`${edge}nonsense`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Enter your token' }).click();
  await page.getByLabel('Token').fill('x');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/not valid, or it was already used/)).toBeVisible();
  await expectNoViolations(page);
  await page.context().clearCookies();
  await page.goto(`${edge}enrollment`);
  await expect(page.getByRole('heading', { level: 1, name: 'Setup has ended' })).toBeVisible();
  await expectNoViolations(page);
});

test('someone who forgot the password gets the same answer for every address', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const { enrollment_url: edge } = await post(page.request, product, '/user/ada/start_desktop', {});
  await page.goto(`${edge}password-reset`);
  await expectNoViolations(page);
  await page.getByLabel('Email').fill('unknown@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If there is an account with unknown@example.com', { exact: false })).toBeVisible();
  await expectNoViolations(page);

  await page.goto(`${edge}password-reset?token=${'x'.repeat(32)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveCount(0);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send another link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
});
