import { expectNoViolations } from '../product/axe.ts';
import { expect, test } from '../product/test.ts';

for (const width of [360, 1440]) {
  test(`all components are accessible in both color schemes, at ${width} px`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/components`);
    await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Traffic of an example' })).toBeVisible();
    await page.getByRole('button', { name: 'List the faults' }).click();
    await expect(page.getByRole('alert', { name: '3 fields need your attention' })).toBeFocused();
    await expectNoViolations(page);
    // nothing is wider than the window
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete the location Warsaw?' })).toBeVisible();
    await expectNoViolations(page);
  });
}
