import { expect, test } from '../product/test.ts';

const sections = ['Foundations', 'Buttons', 'Fields', 'Data', 'Lists', 'Objects', 'States', 'Overlays'];
const views = [
  { name: 'light', colorScheme: 'light', width: 1440 },
  { name: 'dark', colorScheme: 'dark', width: 1440 },
  { name: 'phone', colorScheme: 'light', width: 360 },
] as const;

// style sheets of the pictures are not those of the product
test.use({ bypassCSP: true, timezoneId: 'UTC' });

// After an intended change: npx playwright test --project=browser appearance --update-snapshots
for (const { name, colorScheme, width } of views) {
  test(`all components look as in their pictures (${name})`, async ({ page, product }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // a fixed time, because ages are part of the pictures
    await page.clock.setFixedTime(new Date('2030-01-02T12:00:00Z'));
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/components`);
    await expect(page.getByRole('figure', { name: 'Traffic of an example' })).toBeVisible();
    await page.evaluate('document.fonts.ready');
    for (const section of sections) {
      await expect
        .soft(page.getByRole('region', { name: section, exact: true }))
        .toHaveScreenshot(`${section.toLowerCase()}-${name}.png`);
    }
  });
}
