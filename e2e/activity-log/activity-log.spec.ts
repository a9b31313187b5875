import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const password = 'Better-horse-8';
const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 780 };

/** A change through the API with the session of the page. */
async function change(page: Page, { url }: Product, method: string, path: string, data: unknown): Promise<void> {
  const answer = await page.request.fetch(`${url}/api/v1${path}`, { method, data, headers: { origin: url } });
  expect(answer.ok(), `${method} ${path}`).toBe(true);
}

async function exportLog(page: Page, kind: RegExp): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kind }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^gatewarden-activity\.(csv|json)$/);
  return readFile(await download.path(), 'utf8');
}

test('an administrator finds a change in the log and exports it', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const una = { username: 'una', first_name: 'Una', last_name: 'Nowak', email: 'una@example.com' };
  await change(page, product, 'POST', '/user', { ...una, password });
  await change(page, product, 'PUT', '/user/una', { ...una, last_name: '=HYPERLINK("http://x")', is_active: true });
  await change(page, product, 'POST', '/group', { name: '=2+5', members: [], is_admin: false });

  await page.setViewportSize(wide);
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expect(page.getByRole('link', { name: 'Added the group =2+5' })).toBeVisible();
  await expectNoViolations(page);
  // an event of another client appears without a reload
  await change(page, product, 'POST', '/group', { name: 'Night shift', members: [], is_admin: false });
  await expect(page.getByRole('link', { name: 'Added the group Night shift' })).toBeVisible();

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Events' }).fill('changed');
  await expectNoViolations(page);
  await page.getByRole('option', { name: 'User changed', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await page.reload();

  await page.getByRole('link', { name: 'Changed the account una: Last name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed the account una: Last name' });
  await expect(dialog.getByText('=HYPERLINK("http://x")')).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize(phone);
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Remove filter: Event: User changed' }).click();
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('=2+5');
  await expect(page.getByRole('listitem').filter({ hasText: 'Added the group' })).toHaveCount(1);
  const csv = await exportLog(page, /CSV/);
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toMatch(/,ada,,[\d.:]+\/\d+,group_added,gatewarden,/);
  const [entry, ...others] = JSON.parse(await exportLog(page, /JSON/)) as { metadata: unknown; hash: string }[];
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ metadata: { group: { name: '=2+5' } }, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('a user sees only their own activity', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await change(page, product, 'POST', '/user', {
    username: 'una',
    first_name: 'Una',
    last_name: 'Nowak',
    email: 'una@example.com',
    password,
  });
  await page.context().clearCookies();
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/me/account`);
  await signIn(page, 'una', password);
  await page.getByRole('link', { name: 'View my activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My activity' })).toBeVisible();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Signed in' }).click();
  await expect(page.getByRole('dialog').getByText(/^(127\.0\.0\.1|::1)$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoViolations(page);

  // the first entry is about the administrator
  await page.goto(`${product.url}/me/activity?entry=1`);
  await expect(page.getByText('Entry not found')).toBeVisible();
  await expect(page.getByText(administrator.username, { exact: true })).toHaveCount(0);
  await page.goto(`${product.url}/activity`);
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
});
