import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { startBrowser } from '../browser.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure, NotMeasured, type Reading } from '../measure.ts';
import { openPage } from '../open-page.ts';
import { consolePages } from './console-pages.ts';

const files = fileURLToPath(new URL('../../apps/console/dist', import.meta.url));
/** Scripts that a page fetches after its first rendering count too. */
const settleMilliseconds = 1_000;

/** The scripts that a browser with an empty cache fetches, each as core serves it to a browser that asks for gzip. */
export const consoleSize: Measure = {
  name: 'console-size',
  async *run(instance) {
    if (!existsSync(files)) throw new NotMeasured('the console is not built; npm run bench builds it');
    await using driven = await startBrowser();
    const signIn = await scriptsOf(driven.browser, instance, '/sign-in', undefined);
    yield size('JavaScript to a usable sign-in, gzip', signIn, 150);
    const loaded = new Set(signIn);
    for (const { name, path } of await consolePages(instance)) {
      const scripts = await scriptsOf(driven.browser, instance, path, instance.cookie);
      for (const script of scripts) loaded.add(script);
      yield size(`JavaScript of the screen "${name}", gzip`, scripts, 280);
    }
    const notLoaded = screens().filter((screen) => !loaded.has(screen));
    if (notLoaded.length > 0) throw new NotMeasured(`no page is known that loads ${notLoaded.join(', ')}`);
  },
};

/** Paths of the scripts that a page loads, from the folder of the console. */
async function scriptsOf(
  browser: Browser,
  { url }: BenchInstance,
  path: string,
  cookie: string | undefined,
): Promise<string[]> {
  await using opened = await openPage(browser, { url, cookie });
  const { page } = opened;
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(`${url}${path}`);
  await page.getByRole('heading').first().waitFor();
  await page.waitForTimeout(settleMilliseconds);
  return [...scripts];
}

function size(name: string, scripts: readonly string[], limit: number): Reading {
  return { name, value: kilobytes(scripts), unit: 'kB', budget: atMost(limit) };
}

function kilobytes(scripts: readonly string[]): number {
  return scripts.reduce((sum, script) => sum + bytesSent(`${files}${script}`), 0) / 1000;
}

/** Files that are not built, such as the color scheme, have no compressed form. */
function bytesSent(file: string): number {
  return readFileSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).length;
}

/** Chunks are named after the lazily imported file; every screen is one. */
function screens(): string[] {
  const names = readdirSync(`${files}/assets`).filter((name) => /-screen-[^/]*\.js$/.test(name));
  // shown only by an instance without an administrator, as its first page
  return names.filter((name) => !name.startsWith('setup-screen-')).map((name) => `/assets/${name}`);
}
