import type { Page } from '@playwright/test';
import { findLayoutViolations, findViolations } from '../product/axe.ts';
import { expect, testAlone } from '../product/test.ts';
import { givenScreens, wordsOfObjects } from './given-screens.ts';
import { usePseudoLanguage } from './pseudo-locale.ts';
import { textProblems } from './text-problems.ts';

// each test opens a quarter of all screens
testAlone.describe.configure({ timeout: 600_000 });

/**
 * Widths of the window in pixels, with what axe looks for. At 992 px the open navigation leaves the least room for texts.
 * Below that it is closed, so axe needs only one of the narrow widths.
 */
const views = [
  { width: 1440, findViolations },
  { width: 992 },
  { width: 768 },
  { width: 360, findViolations: findLayoutViolations },
];

/** What is wrong with the screen at each width. The page stays open: its layout follows the window. */
async function problemsOf(page: Page, url: string): Promise<string[]> {
  const problems: string[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  for (const { width, findViolations: find } of views) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('h1, [role=dialog]').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const found = [...(await textProblems(page, wordsOfObjects)), ...((await find?.(page)) ?? [])];
    problems.push(...found.map((problem) => `${new URL(url).pathname}, ${width} px: ${problem}`));
  }
  return problems;
}

// in parts, which run side by side
const parts = 4;
for (let part = 0; part < parts; part += 1) {
  testAlone(
    `every screen is accessible, and texts of another language fit into it, part ${part + 1}`,
    async ({ page, product }) => {
      await usePseudoLanguage(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const { signedIn, signedOut } = await givenScreens(product, page);
      const problems: string[] = [];
      for (const [index, path] of signedIn.entries()) {
        if (index % parts === part) problems.push(...(await problemsOf(page, product.url + path)));
      }
      await page.context().clearCookies();
      for (const path of signedOut.filter((_, index) => index % parts === part)) {
        problems.push(...(await problemsOf(page, product.url + path)));
      }
      expect(problems).toEqual([]);
    },
  );
}
