import { test as base, expect as expectBase } from '@playwright/test';
import { newDataDir, type Product, removeDataDir, startProduct } from './start-product.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** A fresh product of the test's own, with its own database. */
  readonly product: Product;
}

/**
 * Journeys against a product that was started as people start it; nothing is shared between tests. A page that breaks
 * the content security policy fails its test.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
  product: async ({}, use) => {
    const dataDir = await newDataDir();
    const product = await startProduct({ dataDir });
    try {
      await use(product);
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  },
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    expectBase(complaints, 'the page keeps to its content security policy').toEqual([]);
  },
});
