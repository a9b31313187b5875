import { addGroup } from '@gatewarden/contract/groups';
import { addLocation } from '@gatewarden/contract/locations';
import type { Page } from '@playwright/test';
import { createCaller } from '../../apps/server/test/caller.ts';
import { expectNoViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { administrator, createAdministrator } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';

async function givenLocation(page: Page, product: Product): Promise<void> {
  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  await admin.call(addGroup, { body: { name: 'Finance', members: [administrator.username] } });
  await admin.call(addLocation, { body: locationBody({ name: 'Warsaw', acl_enabled: true }) });
}

async function addTag(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(value);
  await field.press('Enter');
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('an administrator writes a rule with an alias, deploys it, and has a decision explained', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await givenLocation(page, product);

  await page.goto(`${product.url}/access-rules/aliases`);
  await page.getByRole('button', { name: 'Add alias' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Ledger');
  await addTag(page, 'Addresses', '10.0.7.0/24');
  await addTag(page, 'Ports', '5432');
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add alias' }).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Aliases' }).getByText('Ledger')).toHaveCount(1);
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(page.getByText('No access rules yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add rule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ledger for finance');
  await choose(page, 'Allowed groups', 'Finance');
  await page.keyboard.press('Escape');
  await choose(page, 'Aliases', 'Ledger');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^The group Finance can reach the alias Ledger in all locations\./)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add rule' }).dblclick();

  await expect(page.getByRole('link', { name: 'Ledger for finance' })).toHaveCount(1);
  await page.reload();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Deploy 1 change' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Deploy', exact: true }).dblclick();
  await expect(page.getByText('Deployed 1 change')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rules' }).getByText('Enabled')).toBeVisible();

  await page.getByRole('link', { name: 'Explain' }).click();
  await choose(page, 'User or network device', `(${administrator.username})`);
  await choose(page, 'Location', 'Warsaw');
  await page.getByRole('textbox', { name: 'Destination address' }).fill('10.0.7.9');
  await page.getByRole('textbox', { name: 'Port' }).fill('5432');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByText('Decided by the rule Ledger for finance.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('status').getByRole('link', { name: 'Ledger for finance' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ledger for finance');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Destination address' })).toBeVisible();
});

test('a deployed rule changes, or is deleted, only with a deployment', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/access-rules/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Intranet');
  await page.getByRole('switch', { name: 'Allow all users' }).check();
  await addTag(page, 'Addresses', '10.0.5.9');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: 'Deploy 1 change' }).click();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByText('Deployed 1 change')).toBeVisible();

  await page.getByRole('link', { name: 'Intranet' }).click();
  await addTag(page, 'Ports', '443');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await page.getByText('Deployed', { exact: true }).click();
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible();

  await page.getByText('All', { exact: true }).click();
  await page.getByRole('button', { name: 'Actions for the rule Intranet' }).click();
  await page.getByRole('menuitem', { name: 'Discard change' }).click();
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for the rule Intranet' }).click();
  await page.getByRole('menuitem', { name: 'Mark for deletion' }).click();
  await expect(page.getByText('To be deleted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Deploy 1 change' }).click();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByText('No access rules yet')).toBeVisible();

  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByText('Deleted Intranet', { exact: true }).first()).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('table', { name: 'History' }).getByRole('link').nth(1).click();
  await expect(page.getByText(/^All users can reach 10\.0\.5\.9/)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Restore these rules' }).dblclick();
  await expect(page.getByRole('button', { name: 'Deploy 1 change' })).toBeVisible();
  await expect(page.getByText('New', { exact: true })).toBeVisible();
});

test('a deployment that breaks an access test needs a reason', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await givenLocation(page, product);
  await page.goto(`${product.url}/access-rules/tests`);
  await page.getByRole('button', { name: 'Add test' }).click();
  await page.getByLabel('Name').fill('Nothing reaches the vault');
  await choose(page, 'Expectation', 'Can reach none of the destination');
  await addTag(page, 'Addresses', '10.0.99.0/24');
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add test' }).dblclick();
  await expect(page.getByText('Passes', { exact: true })).toHaveCount(1);
  await expectNoViolations(page);

  await page.goto(`${product.url}/access-rules/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Everything');
  await page.getByRole('switch', { name: 'Allow all users' }).check();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: 'Deploy 1 change' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 access test would fail')).toBeVisible();
  await expect(dialog.getByText('All users (1 person) can now reach 0.0.0.0/0 and ::/0')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Deploy anyway' }).click();
  await expect(dialog.getByText(/^Enter a reason/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason to deploy anyway' }).fill('Vault is empty');
  await dialog.getByRole('button', { name: 'Deploy anyway' }).dblclick();
  await expect(page.getByText('Deployed 1 change')).toBeVisible();
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(page.getByText('Fails', { exact: true })).toBeVisible();
  await page.goto(`${product.url}/activity`);
  await expect(page.getByText(/Deployed access rules: Everything/).first()).toBeVisible();
});
