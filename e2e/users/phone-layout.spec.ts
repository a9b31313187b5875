import type { SyncRunDetails } from '@gatewarden/contract/directory-sync';
import type { Locator, Page } from '@playwright/test';
import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** The current bounding box; boxes are comparable only without scrolling in between. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  await other.scrollIntoViewIfNeeded();
  const [a, b] = [await boxOf(one), await boxOf(other)];
  expect(a.y + a.height <= b.y || b.y + b.height <= a.y, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
}

/** Fails to save: the failure stays, and the form remains open. */
async function failToSave(page: Page): Promise<void> {
  await page.getByLabel('Phone (optional)').fill('+48 123 456 789');
  await page.route('**/api/v1/user/*', (route) => route.fulfill({ status: 500, json: { error: 'internal' } }));
  await page.getByRole('button', { name: 'Save changes' }).click();
}

test('on a phone, buttons fill a line, the open tab is in view, and a failure stands beside the button', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/users`);
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).scrollIntoViewIfNeeded();
  const submit = await boxOf(dialog.getByRole('button', { name: 'Add user' }));
  const cancel = await boxOf(dialog.getByRole('button', { name: 'Cancel' }));
  expect(submit.y + submit.height).toBeLessThan(cancel.y);
  expect(submit.width).toBe(cancel.width);
  expect(submit.width).toBe((await boxOf(dialog.getByLabel('Email'))).width);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // tabs stay on one line, which scrolls
  const tabs = page.getByRole('navigation', { name: 'Ada Lovelace' }).getByRole('link');
  for (const [path, shown] of [
    ['/activity', tabs.last()],
    ['', tabs.first()],
  ] as const) {
    await page.goto(`${product.url}/users/ada${path}`);
    await expect(tabs).toHaveCount(7);
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
  expect((await boxOf(tabs.first())).y).toBe((await boxOf(tabs.last())).y);
  await page.goto(`${product.url}/me/account`);
  await failToSave(page);
  const failure = page.getByRole('alert');
  await expect(failure).toBeVisible();
  await expect(failure).toBeInViewport({ ratio: 1 });
  await expectApart(failure, page.getByRole('banner').first());
  await expectApart(failure, page.getByRole('button', { name: 'Save changes' }));
});

test('a title whose words are too long beside the actions is above them', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const run: SyncRunDetails = {
    ...{
      id: 23,
      source: 'ldap',
      state: 'waiting',
      is_preview: false,
      requested_by: null,
      guard: 'removals',
      error: null,
    },
    ...{ created_at: '2030-01-01T10:00:00', ended_at: '2030-01-01T10:00:09', counts: null, differences: null },
  };
  await page.route('**/api/v1/directory_sync/run/23', (route) => route.fulfill({ json: run }));
  await page.goto(`${product.url}/settings/directory/run/23`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^Synchronization 23/);
  const [titleBox, actionBox] = [
    await boxOf(title),
    await boxOf(page.getByRole('button', { name: 'Confirm and apply' })),
  ];
  expect(actionBox.y).toBeGreaterThanOrEqual(titleBox.y + titleBox.height);
  expect(await page.evaluate(brokenWords)).toEqual([]);
});

/** Words of the title that are on two lines; as text, because the tests have no types of the browser. */
const brokenWords = `
  const [text] = document.querySelector('h1').childNodes;
  [...text.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word)`;
