import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator } from '../product/people.ts';
import { startProduct } from '../product/start-product.ts';
import { expect, testAlone } from '../product/test.ts';

const away = 'Can’t reach the server. Trying again…';
/** A page whose code is still loading has its title already. */
async function expectLoaded(page: Page, name: string): Promise<void> {
  await expect(title(page, name)).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

testAlone(
  'an entered form and a new private key survive a restart of the server',
  async ({ page, context, product }) => {
    const environment = { GATEWARDEN_HTTP_PORT: new URL(product.url).port };
    await createAdministrator(page.request, product);
    const location = await page.request.post(`${product.url}/api/v1/network`, { data: locationBody({}) });
    expect(location.status()).toBe(201);
    await page.goto(`${product.url}/groups/new`);
    await page.getByLabel('Name', { exact: true }).fill('Staff');
    const wizard = await context.newPage();
    await wizard.goto(`${product.url}/me/devices/new?way=wireguard`);
    await wizard.getByRole('button', { name: 'Add device' }).click();
    await wizard.getByText('Show as text').click();
    const configuration = wizard.getByText(/PrivateKey = \S{43}=/);
    const text = (await configuration.textContent()) ?? '';

    await product.stop();
    await expect(page.getByText(away)).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('main').getByRole('button', { name: 'Add group' }).click();
    await expect(page.getByText('Nothing was changed.')).toBeVisible();
    await expectNoViolations(page);
    await expect(wizard.getByText(away)).toBeVisible();

    const restarted = await startProduct({ dataDir: product.dataDir, environment });
    try {
      await expect(page.getByText('Back online')).toBeVisible();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Staff');
      await page.getByRole('main').getByRole('button', { name: 'Add group' }).click();
      await expect(title(page, 'Staff')).toBeVisible();
      await expect(page.getByText('Nothing was changed.')).toHaveCount(0);
      await expect(wizard.getByText(away)).toHaveCount(0);
      await expect(configuration).toHaveText(text);
    } finally {
      await restarted.stop();
    }
  },
);

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
