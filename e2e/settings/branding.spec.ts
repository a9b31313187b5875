import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('the name and logo of the instance are changed and reset', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Instance name').fill('Head office');
  await page.getByLabel('Logo in the navigation (optional)').fill('/svg/gatewarden-logo.svg');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveTitle(/Head office$/);
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', '/svg/gatewarden-logo.svg');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveTitle(/Gatewarden$/);
});
