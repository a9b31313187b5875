// Takes the pictures of the documentation from the demo.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { administrator, user } from './company.ts';
import { startDemo } from './start-demo.ts';

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly account: { readonly username: string; readonly password: string };
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
  /** Waits for what the picture shows. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const byAdministrator = { account: administrator, viewport: desktop, colorScheme: 'light' } as const;

const pictures: readonly Picture[] = [
  {
    ...byAdministrator,
    name: 'home',
    path: '/home',
    async prepare(page) {
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.getByRole('button', { name: 'Dismiss', exact: true }).waitFor({ state: 'detached' });
      await page.locator('canvas').first().waitFor();
    },
  },
  {
    ...byAdministrator,
    name: 'map',
    path: '/overview?show=map',
    colorScheme: 'dark',
    prepare: (page) => page.getByRole('link', { name: 'Warsaw', exact: true }).waitFor(),
  },
  {
    ...byAdministrator,
    name: 'user',
    path: `/users/${user.username}`,
    prepare: (page) => page.getByText('Open to everyone').waitFor(),
  },
  {
    ...byAdministrator,
    name: 'location',
    path: '/locations/1',
    prepare: (page) => page.locator('canvas').first().waitFor(),
  },
  {
    name: 'device',
    account: user,
    path: '/me/devices/new',
    viewport: desktop,
    colorScheme: 'dark',
    async prepare(page) {
      await page.getByText('WireGuard app', { exact: true }).click();
      await page.getByRole('button', { name: 'Add device' }).click();
      await page.getByText('Waiting for the first connection').waitFor();
    },
  },
  {
    name: 'phone',
    account: user,
    path: '/me',
    viewport: phone,
    colorScheme: 'light',
    prepare: (page) => page.getByRole('heading', { name: /connected to Warsaw/ }).waitFor(),
  },
];

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
const print = (line: string) => void process.stdout.write(`${line}\n`);

await using demo = await startDemo({ port: 0, signal: stopping.signal, print });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  await mkdir(folder, { recursive: true });
  for (const picture of pictures) await take(browser, demo.url, picture);
} finally {
  await browser.close();
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { name, account, path, viewport, colorScheme, prepare } = picture;
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US', reducedMotion: 'reduce' });
  const signedIn = await context.request.post(`${url}/api/v1/auth`, { data: account });
  if (!signedIn.ok()) throw new Error(`${account.username} cannot sign in: ${signedIn.status()}`);
  const page = await context.newPage();
  await page.goto(url + path);
  await prepare(page);
  const pending = page.locator('[aria-busy=true], .mantine-Skeleton-root');
  while ((await pending.count()) > 0) await pending.first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
  print(`docs/images/${name}.png`);
  await context.close();
}
