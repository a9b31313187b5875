import type { Page } from '@playwright/test';
import { createAdministrator } from '../product/people.ts';
import { expect, test, testAlone } from '../product/test.ts';
import { givenScreens } from './given-screens.ts';
import { missingStyles } from './missing-styles.mjs';

// they open every screen
testAlone.describe.configure({ timeout: 600_000 });

const away = 'Can’t reach the server. Trying again…';

/** Aborts the first request for each file that the console fetches after it has started; returns their names. */
async function abortEachFileOnce(page: Page, url: string): Promise<Set<string>> {
  const document = await (await page.request.get(url)).text();
  const aborted = new Set<string>();
  await page.route('**/assets/**', async (route) => {
    const name = new URL(route.request().url()).pathname;
    // without these there is no console that could try again
    if (document.includes(name) || aborted.has(name) || !/\.(js|css)$/.test(name)) return route.continue();
    aborted.add(name);
    await route.abort('internetdisconnected');
  });
  return aborted;
}

/** Follows a link within the console, which keeps its state. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

/** A page whose code is still loading has its title already. */
async function expectLoaded(page: Page, path: string): Promise<void> {
  await expect(page.locator('h1, [role=dialog]').first(), path).toBeVisible();
  await expect(page.locator('main [aria-busy=true], .mantine-Skeleton-root'), path).toHaveCount(0);
  await expectTexts(page, path);
}

/** Keys in place of texts look like `groups.empty.title`; names in texts of an administrator do too. */
async function expectTexts(page: Page, path: string): Promise<void> {
  const keys = page.getByText(/^([a-z]+:)?[a-z_]+\.[a-z_.]+$/).and(page.locator(':not([translate="no"] *)'));
  await expect.poll(() => keys.allTextContents(), path).toEqual([]);
}

testAlone('every screen appears although each file of code, styles and texts fails once', async ({ page, product }) => {
  const { signedIn } = await givenScreens(product, page);
  const aborted = await abortEachFileOnce(page, product.url);
  await page.goto(`${product.url}/nowhere`);
  for (const path of signedIn) {
    await open(page, path);
    await expectLoaded(page, path);
    // those of the next screens, which the console loads ahead, can still be on their way
    await expect.poll(() => page.evaluate(missingStyles), path).toEqual([]);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  expect(aborted.size).toBeGreaterThan(100);
});

test('styles that failed longer than the console tries are loaded with the next screen', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const document = await (await page.request.get(product.url)).text();
  let fails = true;
  await page.route('**/assets/*.css', (route) => {
    const { pathname } = new URL(route.request().url());
    return fails && !document.includes(pathname) ? route.abort('internetdisconnected') : route.continue();
  });
  await page.goto(`${product.url}/nowhere`);
  await open(page, '/devices');
  await expectLoaded(page, '/devices');
  await expect.poll(() => page.evaluate(missingStyles)).not.toEqual([]);
  fails = false;
  await open(page, '/groups');
  await expectLoaded(page, '/groups');
  await expect.poll(() => page.evaluate(missingStyles)).toEqual([]);
});

testAlone('every screen says that there is no connection, and appears when it is back', async ({ page, product }) => {
  const { signedIn } = await givenScreens(product, page);
  let isOffline = false;
  await page.route('**/*', (route) => (isOffline ? route.abort('internetdisconnected') : route.continue()));
  await page.goto(`${product.url}/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  const screens = signedIn.filter((path) => path !== '/nowhere');
  isOffline = true;
  for (const path of screens) {
    await open(page, path);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' }).first(), path).toBeVisible();
    await expect(page.getByText(away), path).toBeVisible();
    await expectTexts(page, path);
  }
  isOffline = false;
  for (const path of screens.toReversed()) {
    await expectLoaded(page, path);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
    await expect(page.getByText(away), path).toHaveCount(0);
    await page.goBack();
  }
});
