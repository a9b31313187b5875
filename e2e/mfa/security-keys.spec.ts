import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';
import { addVirtualKey } from './virtual-key.ts';

const { username, password } = administrator;
const factorsOf = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });

/** Completes the dialog. */
async function addKey(page: Page, name: string): Promise<void> {
  await factorsOf(page).getByRole('button', { name: 'Add security key or passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add security key or passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

test('a user adds a security key, signs in with it, and removes it', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const key = await addVirtualKey(page, { isPasskey: false });
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/me/security`);
  await factorsOf(page).getByRole('button', { name: 'Add security key or passkey' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await addKey(page, 'Work laptop');
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'I have saved them' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${product.url}/me`);

  await signIn(page, username, password);
  const use = page.getByRole('button', { name: 'Use security key or passkey' });
  await expect(use).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expectNoViolations(page);
  await key.setUserVerified(false);
  await use.click();
  await expect(page.getByRole('alert')).toHaveText(/^The request was canceled or timed out/);
  await expectNoViolations(page);
  await key.setUserVerified(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/me$/);
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();

  const row = page.getByRole('listitem', { name: 'Work laptop' });
  await expect(row).toContainText('Security key');
  await expectNoViolations(page);
  await addKey(page, 'Again');
  await expect(page.getByRole('alert')).toHaveText('This key is already registered.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Work laptop' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Actions for Old laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Old laptop?' });
  await expect(dialog).toContainText('Two-factor authentication will be turned off');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(factorsOf(page).getByText('Off', { exact: true })).toBeVisible();
});

test('a user signs in with a passkey only, removes the password, and cannot remove the last passkey', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const key = await addVirtualKey(page, { isPasskey: true });
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/me/security`);
  await addKey(page, 'Work laptop');
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  await key.setPresent(false);
  await page.getByRole('checkbox', { name: 'I have saved them' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${product.url}/me`);

  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(passkey).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveAttribute('autocomplete', 'username webauthn');
  await expectNoViolations(page);
  await key.setPresent(true);
  await passkey.click();
  await expect(page).toHaveURL(/\/me$/);
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Remove password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your password?' });
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Remove password' }).click();
  await expect(page.getByText('You sign in only with a passkey.', { exact: false })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // the removal of the password ended the recent proof
  await page
    .getByRole('dialog', { name: 'Confirm it’s you' })
    .getByRole('button', { name: 'Use security key or passkey' })
    .click();
  await expect(page.getByText('Set a password first', { exact: false })).toBeVisible();

  await key.setPresent(false);
  await page.context().clearCookies();
  await page.goto(`${product.url}/me/security`);
  await signIn(page, username, password);
  await expect(page.getByText('Incorrect username or password.')).toBeVisible();
  // the browser offers it at the username field
  await key.setPresent(true);
  await page.reload();
  await expect(page.getByRole('listitem', { name: 'Work laptop' })).toBeVisible();
});
