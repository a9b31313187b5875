import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** Half as large as `source` of the package, which is sent to the browser for every page. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds no violation on the current screen in the light color scheme. The tests of all screens and of all
 * components check the dark one.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  // a page that is still loading has no heading
  await expect(page.locator('h1, [role=dialog]').first()).toBeAttached();
  expect(await findIn(page, 'light', {}), page.url()).toEqual([]);
}

/**
 * What axe finds on the current screen, a line for each element: in the light color scheme with all of its rules, in the
 * dark one with those of colors. No reload is needed: the console follows the system by default.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const dark = await findIn(page, 'dark', { runOnly: colorRules });
  return [...dark, ...(await findIn(page, 'light', {}))];
}

/** As `findViolations`, without colors, which take three quarters of the time. For screens whose colors are checked at another width. */
export function findLayoutViolations(page: Page): Promise<string[]> {
  return findIn(page, 'light', { rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) });
}

/** Loads axe once per page load. */
async function findIn(page: Page, colorScheme: 'dark' | 'light', options: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // an expectation that is not met at first describes the whole page each time it is tried
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
  return found.map((violation) => `${colorScheme}: ${violation}`);
}
