import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, setUp, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';
import { addVirtualKey } from './virtual-key.ts';

const { username, password } = administrator;
const factorsOf = (page: Page) => page.getByRole('region', { name: 'Second factor' });

/** Goes through the dialog. */
async function addKey(page: Page, name: string): Promise<void> {
  await factorsOf(page).getByRole('button', { name: 'Add security key or passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add security key or passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

test('somebody protects the account with a security key, signs in with it, and removes it', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const key = await addVirtualKey(page);
  await setUp(page, product);
  await page.goto(`${product.url}/me`);
  await factorsOf(page).getByRole('button', { name: 'Add security key or passkey' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await addKey(page, 'Work laptop');
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'I have saved them' }).check();
  await page.getByRole('button', { name: 'Finish and sign in again' }).click();

  await signIn(page, username, password);
  const use = page.getByRole('button', { name: 'Use security key or passkey' });
  await expect(use).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expectNoViolations(page);
  await key.setOwnerIsThere(false);
  await use.click();
  await expect(page.getByRole('alert')).toHaveText(/^No key was used/);
  await expectNoViolations(page);
  await key.setOwnerIsThere(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/me$/);
  await expect(page.getByText('Asked for at sign-in')).toBeVisible();

  const row = page.getByRole('listitem', { name: 'Work laptop' });
  await expect(row).toContainText('Passkey');
  await expectNoViolations(page);
  await addKey(page, 'Again');
  await expect(page.getByRole('alert')).toHaveText('This key was added before.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Work laptop' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Actions for Old laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Old laptop?' });
  await expect(dialog).toContainText('asks for the password alone');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(factorsOf(page).getByText('Not asked for')).toBeVisible();
});
