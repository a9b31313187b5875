import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

test('a token is created for one area, shown once, used by a program, and refused after its deletion', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/me/keys`);
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await expect(tokens.getByText('No tokens yet')).toBeVisible();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API token' });
  await dialog.getByLabel('Name').fill('Inventory');
  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'Never' }).click();
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: 'Selected areas' }).click();
  await expectNoViolations(page);
  await dialog.getByRole('radiogroup', { name: 'Groups' }).getByText('Read', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('dialog', { name: 'Token Inventory' });
  const secret = (await made.getByText(/^gwt_\w{49}$/).textContent()) ?? '';
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await made.getByRole('checkbox', { name: 'I have saved it' }).check();
  await made.getByRole('button', { name: 'Done' }).click();
  const row = tokens.getByRole('listitem', { name: 'Inventory' });
  await expect(row).toContainText('Groups: read');
  await expect(row).toContainText('Never used');
  await expectNoViolations(page);

  const headers = { authorization: `Bearer ${secret}`, 'user-agent': 'inventory/1' };
  const statusOf = async (path: string) => (await fetch(`${product.url}/api/v1${path}`, { headers })).status;
  expect([await statusOf('/group'), await statusOf('/user')]).toEqual([200, 403]);
  await page.goto(`${product.url}/users/ada/tokens`);
  await expect(row).toContainText(/Last used\s*just now/);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(row).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await expectNoViolations(page);

  await row.getByRole('button', { name: 'Actions for Inventory' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete token' }).click();
  await expect(page.getByText('Inventory was deleted')).toBeVisible();
  expect(await statusOf('/group')).toBe(401);
});
