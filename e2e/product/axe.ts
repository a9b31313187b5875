import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds no violation on the current screen in the light and in the dark color scheme. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page), page.url()).toEqual([]);
}

/**
 * What axe finds on the current screen, a line for each element: in the light color scheme with all of its rules, in the
 * dark one with those of colors. No reload is needed: the console follows the system by default.
 */
export async function findViolations(
  page: Page,
  colorSchemes: readonly ('dark' | 'light')[] = ['dark', 'light'],
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const violations = await findIn(page, colorScheme === 'dark' ? colorRules : undefined);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** Applies all rules of axe when none are named. Loads axe once per page load. */
async function findIn(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly: [...runOnly] }) };
    const { violations } = await axe.run(options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}
