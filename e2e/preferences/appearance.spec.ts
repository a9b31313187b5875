import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('a person changes the appearance without a violation of the content security policy', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await page.goto(product.url);
  const root = page.locator('html');
  for (const [name, scheme] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(root).toHaveAttribute('data-mantine-color-scheme', scheme);
    await page.keyboard.press('Escape');
  }
  await page.reload();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
});
