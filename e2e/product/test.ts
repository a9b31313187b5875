import { test as base } from '@playwright/test';
import { newDataDir, type Product, removeDataDir, startProduct } from './start-product.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** A fresh product of the test's own, with its own database. */
  readonly product: Product;
}

/** Journeys against a product that was started as people start it; nothing is shared between tests. */
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
});
