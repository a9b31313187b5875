import { test as base, expect as expectBase } from '@playwright/test';
import { copyDataDir, newDataDir, type Product, removeDataDir, startProduct } from './start-product.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Whether the product starts on an empty folder, as for the first time, and not on a copy of `preparedDataDir`. */
  readonly startsEmpty: boolean;
  /** A fresh product of the test's own, with its own database. */
  readonly product: Product;
}

interface WorkerFixtures {
  /** Where a product was started for the first time and stopped: it takes seconds to make a database. */
  readonly preparedDataDir: string;
}

/**
 * Journeys against a product that was started as people start it, each on a data folder of its own. A page that breaks
 * the content security policy fails its test.
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
    expectBase(policyViolations, 'the page keeps to its content security policy').toEqual([]);
  },
});
