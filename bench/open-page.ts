import type { Browser, Page } from '@playwright/test';
import type { BenchInstance } from './instance.ts';

interface OpenPage extends AsyncDisposable {
  readonly page: Page;
}

/** A page with an empty cache and the session of the administrator; `cookie` undefined for no session. */
export async function openPage(
  browser: Browser,
  { url, cookie }: { readonly url: string; readonly cookie: BenchInstance['cookie'] | undefined },
): Promise<OpenPage> {
  const context = await browser.newContext();
  if (cookie) {
    const [name = '', ...value] = cookie.split('=');
    await context.addCookies([{ name, value: value.join('='), url }]);
  }
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}
