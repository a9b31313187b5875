import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { startProduct } from '../product/start-product.ts';
import { expect, test, testAlone } from '../product/test.ts';

/** Path and title of the pages of an administrator. */
const pages = [
  ['/', 'Home'],
  ['/overview', 'VPN overview'],
  ['/locations', 'Locations'],
  ['/users', 'Users'],
  ['/groups', 'Groups'],
  ['/activity', 'Activity log'],
  ['/settings', 'Settings'],
  ['/me', 'No locations yet'],
] as const;

const away = 'Can’t reach the server. Trying again…';
/** A page whose code is still loading has its title already. */
async function expectLoaded(page: Page, name: string): Promise<void> {
  await expect(title(page, name)).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

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

test('every page appears although each file of code and texts fails once', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const aborted = await abortEachFileOnce(page, product.url);
  for (const [path, name] of pages) {
    await page.goto(product.url + path);
    await expectLoaded(page, name);
    // keys of texts that are missing look like this
    await expect(page.getByText(/^[a-z_]+\.[a-z_.]+$/)).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  expect(aborted.size).toBeGreaterThan(20);
});

test('every page says that there is no connection, and appears when it is back', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  let isOffline = false;
  await page.route('**/*', (route) => (isOffline ? route.abort('internetdisconnected') : route.continue()));
  // a list, a page with tabs, and the one of every user
  for (const [path, name] of pages.filter(([path]) => ['/users', '/settings', '/me'].includes(path))) {
    await page.goto(`${product.url}/nope`);
    await expect(title(page, 'Page not found')).toBeVisible();
    isOffline = true;
    await page.locator(`nav a[href="${path}"], a[href="${path}"]`).first().click();
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText(away)).toBeVisible();
    isOffline = false;
    await expectLoaded(page, name);
    await expect(page.getByText(away)).toHaveCount(0);
  }
});

testAlone('a page and a form survive a restart of the server', async ({ page, product }) => {
  const environment = { GATEWARDEN_HTTP_PORT: new URL(product.url).port };
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/groups/new`);
  await page.getByLabel('Name', { exact: true }).fill('Staff');
  await product.stop();
  await expect(page.getByText(away)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('main').getByRole('button', { name: 'Add group' }).click();
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  await expectNoViolations(page);

  const restarted = await startProduct({ dataDir: product.dataDir, environment });
  try {
    await expect(page.getByText('Back online')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Staff');
    await page.getByRole('main').getByRole('button', { name: 'Add group' }).click();
    await expect(page.getByText('Nothing was changed.')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Staff' }).or(title(page, 'Staff')).first()).toBeVisible();
  } finally {
    await restarted.stop();
  }
});

testAlone(
  'after a deployment the page reloads itself once, and asks while a form has input',
  async ({ page, product }) => {
    await createAdministrator(page.request, product);
    await page.goto(`${product.url}/users?add=true`);
    await page.getByLabel('First name').fill('Una');
    // what core serves after an update: other names in the page, no file with the old ones
    let isDeployed = true;
    await page.route('**/assets/**', (route) => (isDeployed ? route.fulfill({ status: 404 }) : route.continue()));
    await page.route(product.url, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/(<script[^>]*src="\/assets\/)[^"]+/g, '$1another.js');
      await (isDeployed ? route.fulfill({ response: answer, body }) : route.continue());
    });
    await page.keyboard.press('Control+k');
    await expect(page.getByText('A new version is available.')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Una');
    isDeployed = false;
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(title(page, 'Users')).toBeVisible();

    await page.goto(`${product.url}/users`);
    await expect(title(page, 'Users')).toBeVisible();
    isDeployed = true;
    // the new files, from the moment at which the page asks for them
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isDeployed = false;
    });
    await page.getByRole('link', { name: 'Activity log' }).click();
    await expect.poll(() => isDeployed).toBe(false);
    await expectLoaded(page, 'Activity log');
    // the page may still fetch when the server stops
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
