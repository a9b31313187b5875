import type { Page } from '@playwright/test';
import { startBrowser } from '../browser.ts';
import { quantile } from '../figures.ts';
import { atMost, type Measure } from '../measure.ts';
import { openPage } from '../open-page.ts';
import { within } from '../within.ts';

/** Pages of the navigation, each of which links to all others. */
const paths = ['/home', '/overview', '/locations', '/users', '/groups', '/activity', '/settings', '/me'] as const;
const visitMilliseconds = 30_000;

/** Time from a click on a link of the navigation until the page shows its data, when each page was open before. */
export const navigation: Measure = {
  name: 'navigation',
  async *run(instance) {
    await using driven = await startBrowser();
    await using opened = await openPage(driven.browser, instance);
    const { page } = opened;
    await page.goto(instance.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const path of paths) await visit(page, path);
    const milliseconds: number[] = [];
    for (let round = 0; round < (instance.quick ? 1 : 2); round += 1) {
      for (const from of paths) {
        for (const to of paths.filter((path) => path !== from)) {
          await visit(page, from);
          milliseconds.push(await visit(page, to));
        }
      }
    }
    const name = `navigation to a page that was open before, p95 of ${milliseconds.length}`;
    yield { name, value: quantile(milliseconds, 0.95), unit: 'ms', budget: atMost(150) };
    yield { name: '  median', value: quantile(milliseconds, 0.5), unit: 'ms' };
  },
};

function visit(page: Page, path: string): Promise<number> {
  return within(
    `the page ${path}`,
    page.evaluate<number>(`(${clickAndWait})(${JSON.stringify(path)})`),
    visitMilliseconds,
  );
}

/** Runs in the page: milliseconds until the first frame in which the page has its title and no skeleton. */
const clickAndWait = `async (path) => {
  const startedAt = performance.now();
  document.querySelector('nav a[href="' + path + '"], a[href="' + path + '"]').click();
  const isShown = () => location.pathname === path && document.querySelector('main h1') &&
    !document.querySelector('main [aria-busy="true"]');
  do await new Promise(requestAnimationFrame); while (!isShown());
  return performance.now() - startedAt;
}`;
