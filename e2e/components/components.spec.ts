import { findViolations } from '../product/axe.ts';
import { expect, test } from '../product/test.ts';

for (const width of [360, 1440]) {
  test(`all components are accessible in both color schemes, at ${width} px`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/components`);
    await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Traffic of an example' })).toBeVisible();
    await page.getByRole('button', { name: 'List the faults' }).click();
    await expect(page.getByRole('alert', { name: '3 fields need your attention' })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    // nothing is wider than the window
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete the location Warsaw?' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Summary' }).click();
    await expect(page.getByRole('heading', { name: 'Travel laptop', level: 2 })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // only its button closes it, after the confirmation
    await page.getByRole('button', { name: 'Secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token CI' });
    await expect(dialog).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'I have saved it' }).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
  });
}
