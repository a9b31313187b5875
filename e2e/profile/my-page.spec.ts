import { expectNoViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const location = locationBody({ address: '10.81.0.1/24', allowed_ips: '10.81.0.0/24' });
const password = 'Correct-horse-9';

for (const width of [320, 768, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a new user is led from the first device to 2FA at ${width} px, ${colorScheme}`, async ({ page, product }) => {
      await createAdministrator(page.request, product);
      const api = `${product.url}/api/v1`;
      const bob = { username: 'bob', first_name: 'Bob', last_name: 'Zak', email: 'bob@example.com', password };
      expect((await page.request.post(`${api}/user`, { data: bob })).status()).toBe(201);
      expect((await page.request.post(`${api}/network`, { data: location })).status()).toBe(201);
      await page.context().clearCookies();
      await page.request.post(`${api}/auth`, { data: { username: 'bob', password } });

      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ colorScheme });
      await page.goto(product.url);
      await expect(page.getByRole('heading', { level: 1, name: 'Connect your first device' })).toBeVisible();
      await expectNoViolations(page);
      const add = page.getByRole('link', { name: 'Add device' });
      await expect(add).toHaveCount(1);
      await expect(add).toBeInViewport({ ratio: 1 });
      const tabs = page.getByRole('navigation', { name: 'My profile' }).getByRole('link');
      await expect(tabs).toHaveCount(5);
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
      if (width < 768) {
        for (const target of [add, ...(await tabs.all())]) {
          const box = await target.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
          expect(box?.y).toBeGreaterThan(350);
        }
      }

      for (const [tab, title] of [
        ['Security', 'Security'],
        ['Keys & tokens', 'Keys & tokens'],
        ['Account', 'Bob Zak'],
      ] as const) {
        await tabs.filter({ hasText: tab }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expectNoViolations(page);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(overflow).toBeLessThanOrEqual(0);
      }
      await tabs.filter({ hasText: 'Devices' }).click();
      await page.getByRole('link', { name: 'Set up 2FA' }).click();
      await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
    });
  }
}
