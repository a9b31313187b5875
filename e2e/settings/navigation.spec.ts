import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

test.use({ viewport: { width: 1440, height: 600 } });

test('the page that is opened first is in view in the navigation, which scrolls', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings`);
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  await expect(navigation.getByRole('link', { name: 'Home' })).not.toBeInViewport();
});
