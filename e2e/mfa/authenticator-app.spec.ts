import type { Page } from '@playwright/test';
import { totpCode } from '../../apps/server/test/given/totp.ts';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

const { username, password } = administrator;
/** A code that was not used yet: the code half a minute ahead. */
const unused = (secret: string) => totpCode(secret, new Date(Date.now() + 30_000));

/** Completes the dialog up to the recovery codes. */
async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page
    .getByRole('region', { name: 'Two-factor authentication' })
    .getByRole('button', { name: 'Set up', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectNoViolations(page);
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(totpCode(secret, new Date()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
  const text = (await saving.getByText(/([2-9a-z]{5}-){3}[2-9a-z]{5}\s/).textContent()) ?? '';
  await expectNoViolations(page);
  return { secret, codes: text.trim().split(/\s+/) };
}

test('a user adds an authenticator app, signs in with it and with a recovery code, and removes it', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/me/security`);
  const { secret, codes } = await addApp(page);
  expect(codes).toHaveLength(8);
  await page.getByRole('checkbox', { name: 'I have saved them' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${product.url}/me`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await signIn(page, username, password);
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await expectNoViolations(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  const right = unused(secret);
  await code.fill(right === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('That code is incorrect', { exact: false })).toBeVisible();
  await expectNoViolations(page);
  await code.fill(right);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/me$/);
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${product.url}/me/security`);
  await signIn(page, username, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).dblclick();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[3] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();

  const factors = page.getByRole('region', { name: 'Two-factor authentication' });
  await expect(factors.getByText('7 of 8 recovery codes left')).toBeVisible();
  await factors.getByRole('button', { name: 'Create new codes' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: 'Create codes' }).dblclick();
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saving.getByText(/([2-9a-z]{5}-){3}[2-9a-z]{5}\s/)).toBeVisible();
  await expectNoViolations(page);
  await saving.getByRole('checkbox', { name: 'I have saved them' }).check();
  await saving.getByRole('button', { name: 'Done' }).click();
  await expect(factors.getByText('8 of 8 recovery codes left')).toBeVisible();
  await factors.getByRole('button', { name: 'Remove' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(factors.getByText('Off', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${product.url}/me/security`);
  await signIn(page, username, password);
  await expect(factors).toBeVisible();
});
