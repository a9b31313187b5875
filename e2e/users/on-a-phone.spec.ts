import type { Locator, Page } from '@playwright/test';
import { setUp } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

async function boxOf(locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  expect(a.y + a.height <= b.y || b.y + b.height <= a.y, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
}

/** Its error stays until it is closed, and the form with its button is still there. */
async function failToSave(page: Page): Promise<void> {
  await page.getByLabel('Phone (optional)').fill('+48 123 456 789');
  await page.route('**/api/v1/user/*', (route) => route.fulfill({ status: 500, json: { error: 'internal' } }));
  await page.getByRole('button', { name: 'Save changes' }).click();
}

test('a toast covers neither the header nor the button that saves', async ({ page, product }) => {
  await setUp(page, product);
  await page.goto(`${product.url}/users/ada`);
  await failToSave(page);
  const toast = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Close' }) });
  await expect(toast).toBeVisible();
  await expectApart(toast, page.getByRole('banner').first());
  await expectApart(toast, page.getByRole('button', { name: 'Save changes' }));
});
