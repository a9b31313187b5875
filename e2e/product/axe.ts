import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds no violation on the current screen in the light and in the dark color scheme. No reload is
 * needed: the console follows the system by default.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const found = await violations(page, colorScheme === 'dark' ? colorRules : undefined);
    expect(found, `${colorScheme}: ${page.url()}`).toEqual([]);
  }
}

/** Applies all rules of axe when none are named. Loads axe once per page load. */
async function violations(page: Page, rules: readonly string[] | undefined) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly: [...runOnly] }) };
    const { violations } = await axe.run(options);
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  }, rules);
}
