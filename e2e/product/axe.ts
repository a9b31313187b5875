import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** What one colour scheme may have wrong and another right; everything else is the same page. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * The screen as it stands has nothing that axe finds, light and dark. Moving from one scheme to the other needs no
 * reload: the console follows the system unless told otherwise.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const found = await violations(page, colorScheme === 'dark' ? colorRules : undefined);
    expect(found, `${colorScheme}: ${page.url()}`).toEqual([]);
  }
}

/** All of axe's rules when none are named. Loads axe once into a page that stays while the console moves on. */
async function violations(page: Page, rules: readonly string[] | undefined) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly: [...runOnly] }) };
    const { violations } = await axe.run(options);
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  }, rules);
}
