import { test as base, expect as expectBase } from '@playwright/test';
import { copyDataDir, newDataDir, type Product, removeDataDir, startProduct } from './start-product.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Whether the product starts with an empty folder instead of a copy of `preparedDataDir`. */
  readonly startsEmpty: boolean;
  /** A new product with its own database for each test. */
  readonly product: Product;
}

interface WorkerFixtures {
  /** The folder of a product that was started once and stopped, because creating a database takes seconds. */
  readonly preparedDataDir: string;
}

/**
 * Runs each journey against a separate product. A violation of the content security policy fails the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  startsEmpty: [false, { option: true }],
  preparedDataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const dataDir = await newDataDir();
      try {
        await (await startProduct({ dataDir })).stop();
        await use(dataDir);
      } finally {
        await removeDataDir(dataDir);
      }
    },
    { scope: 'worker' },
  ],
  product: async ({ preparedDataDir, startsEmpty }, use) => {
    const dataDir = await (startsEmpty ? newDataDir() : copyDataDir(preparedDataDir));
    const product = await startProduct({ dataDir });
    try {
      await use(product);
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  },
  page: async ({ page }, use) => {
    const policyViolations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) policyViolations.push(message.text());
    });
    await use(page);
    expectBase(policyViolations, 'the page complies with its content security policy').toEqual([]);
  },
});
