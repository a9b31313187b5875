import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const password = 'Better-horse-8';

async function addUser(
  page: Page,
  url: string,
  [firstName, lastName]: [string, string],
  password?: string,
): Promise<void> {
  await page.goto(`${url}/users?add=true`);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(`${lastName.toLowerCase()}@example.com`);
  await page.getByLabel('The person chooses the password (enrollment)').uncheck();
  if (password) await page.getByLabel('Password (optional)').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible();
}

test('an administrator adds, finds, renames, disables and deletes people', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/users`);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectNoViolations(page);

  await addUser(page, product.url, ['Łucja', 'Nowak'], password);
  await expect(page).toHaveURL(/\/users\/lucja\.nowak$/);
  await expectNoViolations(page);
  await addUser(page, product.url, ['Bob', 'Zak']);

  await page.goto(`${product.url}/users?show=users`);
  await page.getByRole('searchbox', { name: 'Search people' }).fill('lucja');
  await expect(page.getByRole('status')).toHaveText('1 of 3 people');
  await expect(page).toHaveURL(/q=lucja/);
  await page.reload();
  await page.getByRole('link', { name: 'Łucja Nowak' }).click();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectNoViolations(page);
  await page.getByLabel('Username').fill('lucy');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The username changes from lucja.nowak to lucy.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Change and save' }).click();
  await expect(page).toHaveURL(/\/users\/lucy$/);

  await page.getByRole('button', { name: 'Actions for Łucja Nowak' }).click();
  await page.getByRole('menuitem', { name: 'Disable account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions for Łucja Nowak' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  await expect(page.getByText(/The user has no devices\.$/)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('textbox').fill('lucy');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('link', { name: 'Bob Zak' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Łucja Nowak' })).toHaveCount(0);
});

test('a regular user sees only their profile, also on a phone', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await addUser(page, product.url, ['Bob', 'Zak'], password);
  await page.context().clearCookies();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${product.url}/me`);
  await signIn(page, 'bob.zak', password);
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByLabel('Phone (optional)').fill('+48 123 456 789');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Details saved')).toBeVisible();

  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('Newest-horse-9');
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed')).toBeVisible();

  await page.goto(`${product.url}/users`);
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
});

test('groups grant rights, and the last admin group cannot be deleted', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await addUser(page, product.url, ['Bob', 'Zak'], password);
  await page.goto(`${product.url}/groups`);
  await page.getByRole('link', { name: 'Add group' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Operators');
  await page.getByRole('checkbox', { name: /^Bob Zak/ }).check();
  await page.getByRole('switch', { name: /^Admin group/ }).check();
  await expect(page.getByText('When you save, 1 person gets full administrator rights.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add group' }).click();
  await expect(page.getByRole('heading', { name: 'Operators' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bob Zak' })).toBeVisible();
  await expectNoViolations(page);

  await page.goto(`${product.url}/users/bob.zak/groups`);
  await expect(page.getByRole('checkbox', { name: /^Operators/ })).toBeChecked();
  await expectNoViolations(page);

  await page.goto(`${product.url}/groups`);
  await page.getByRole('button', { name: 'Actions for Operators' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await expect(page.getByText('1 person is removed from this group.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByText('Operators was deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Operators was restored')).toBeVisible();
  await page.goto(`${product.url}/users/bob.zak/groups`);
  await expect(page.getByRole('checkbox', { name: /^Operators/ })).toBeChecked();

  await page.goto(`${product.url}/groups`);
  await page.getByRole('button', { name: 'Actions for Operators' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByText('Operators was deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for admin' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await expect(page.getByText(/^This is the last admin group/)).toBeVisible();
});
