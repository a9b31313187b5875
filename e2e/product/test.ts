import { test as base, expect as expectBase, request } from '@playwright/test';
import { emptyProduct } from './empty-product.ts';
import { createAdministrator } from './people.ts';
import { copyDataDir, newDataDir, type Product, removeDataDir, startProduct } from './start-product.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Whether the product starts with an empty folder instead of a copy of `preparedDataDir`. */
  readonly startsEmpty: boolean;
  /** A new product with its own database for each test, or an emptied one. */
  readonly product: Product;
}

interface WorkerFixtures {
  /** The folder of a product that was started once and stopped, because creating a database takes seconds. */
  readonly preparedDataDir: string;
  /** One that has its administrator and runs until the worker ends: a start takes seconds of the processor. */
  readonly sharedProduct: Product;
}

/**
 * Runs each journey against a separate product, for journeys that change settings or how the administrator signs in, or
 * that read the log or the setup link. A violation of the content security policy fails the test.
 */
export const testAlone = base.extend<Fixtures, WorkerFixtures>({
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
  sharedProduct: [
    async ({ preparedDataDir }, use) => {
      const dataDir = await copyDataDir(preparedDataDir);
      const product = await startProduct({ dataDir });
      const caller = await request.newContext();
      try {
        await createAdministrator(caller, product);
        await use({ ...product, setupLink: undefined });
      } finally {
        await caller.dispose();
        await product.stop();
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

/** As `testAlone`, on a product that the journeys of a worker share; it is emptied before each of them. */
export const test = testAlone.extend({
  product: async ({ sharedProduct }, use) => {
    await emptyProduct(sharedProduct);
    await use(sharedProduct);
  },
});
