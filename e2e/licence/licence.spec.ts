import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { givenIssuer } from '../../apps/server/test/given/licence-issuer.ts';
import { findViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone } from '../product/test.ts';

const issuer = await givenIssuer({ name: 'Example Licensing' });
const program = fileURLToPath(new URL('core-with-issuer.ts', import.meta.url));

/** On a build that trusts an issuer. */
const test = testAlone.extend({
  product: async ({ preparedDataDir }, use) => {
    const dataDir = await copyDataDir(preparedDataDir);
    const product = await startProduct({ dataDir, coreArguments: [program, JSON.stringify([issuer.entry])] });
    try {
      await use(product);
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  },
});

async function expectAccessible(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findViolations(page)).toEqual([]);
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
}

testAlone('a build without issuers says that it needs no license', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings/enterprise`);
  await expect(page.getByRole('heading', { name: 'This build needs no license' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an administrator exceeds the free limits, is refused, and saves a license', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings/enterprise`);
  await expect(page.getByText('No license', { exact: true })).toBeVisible();
  await expect(page.getByText('1 of 5')).toBeVisible();
  await expectAccessible(page);

  for (let number = 1; number <= 5; number += 1) {
    const data = {
      ...{ username: `user${number}`, first_name: 'Una', last_name: 'User', password: 'Correct-horse-7' },
      email: `user${number}@example.com`,
    };
    expect((await page.request.post(`${product.url}/api/v1/user`, { data })).status()).toBe(201);
  }
  // without a reload: the prompt, the banner and the meter
  await expect(page.getByRole('status').filter({ hasText: 'The free limits are exceeded' })).toBeVisible();
  const banner = page.getByRole('alert', { name: 'The free limits are exceeded' });
  await expect(banner).toBeVisible();
  await expect(page.getByText('6 of 5')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${product.url}/settings/scim`);
  await page.getByRole('switch', { name: /^Change administrators/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^This feature isn’t covered by the license/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Open license' }).click();
  await expect(page.getByRole('heading', { name: 'License key', level: 2 })).toBeVisible();

  const key = await issuer.issue({ lic_id: 'lic-1', customer: 'Example Ltd', type: 'offline', limits: { users: 50 } });
  await page.getByRole('textbox', { name: 'Key' }).fill(`${key.slice(0, -8)}AAAAAAAA`);
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(
    page.getByText('The signature isn’t valid: the key was changed, or another issuer signed it.'),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Key' }).fill(key);
  await page.getByRole('button', { name: 'Check key' }).click();
  await expect(page.getByText('This key is valid and can be saved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save key' }).dblclick();
  await expect(page.getByText('License key saved')).toBeVisible();
  await expect(page.getByText('6 of 50')).toBeVisible();
  await expect(page.getByText('Example Ltd')).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Remove key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click();
  await expect(page.getByText('License key removed')).toBeVisible();
  await banner.getByRole('button', { expanded: false }).click();
  await banner.getByRole('button', { name: 'Hide until tomorrow' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('6 of 5')).toBeVisible();
  await expect(banner).toHaveCount(0);
});
