import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const head = 'username;first_name;last_name;email;groups';

async function preview(page: Page, rows: string[]): Promise<void> {
  await page.getByLabel('Or paste the text').fill([head, ...rows].join('\n'));
  await page.getByRole('button', { name: 'Preview' }).click();
}

test('an administrator imports people, changes many together and exports the filtered list', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/users`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible();

  const bob = 'bob;Bob;Zak;bob@example.com;';
  await preview(page, ['una;Una;=1+1;una@example.com;Unknown', bob]);
  await expect(page.getByText('Groups: There is no group “Unknown”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Correct 1 row first' })).toBeDisabled();
  await expectNoViolations(page);
  await preview(page, ['una;Una;=1+1;una@example.com;admin', bob]);
  await expect(page.getByText('1 person gets full administrator rights.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(page.getByText('2 people were added')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('dialog').getByText('Your own account is selected too. It is skipped.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('2 accounts disabled')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Disabled' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 accounts restored')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Disabled' })).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Select Bob Zak' }).check();
  await page.getByRole('button', { name: 'Add to groups' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^admin/ })
    .check();
  await expect(page.getByText('1 person gets full administrator rights.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add to groups' }).click();
  await expect(page.getByText('1 person added to admin')).toBeVisible();

  await page.getByRole('search').getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Setup pending' }).click();
  await expect(page).toHaveURL(/state=unenrolled/);
  await expect(page.getByRole('status').filter({ hasText: '2 of 3 people' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export 2 people as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain("una,Una,'=1+1,una@example.com,,admin,true");
  expect(text).not.toContain('ada,');

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 users deleted')).toBeVisible();
  await expect(page.getByText('No matches')).toBeVisible();
});
