import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/temporary-files.mjs';

keepTemporaryFilesInMemory();

const elsewhere = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

/**
 * A project per suffix, named for what its tests need. Groups run one after another, so that tests of
 * a network never share the machine's two cores with anything that they could be measured against.
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    // polling ends as soon as the expectation is met; how long that takes is the machine's affair
    expect: { requireAssertions: true, poll: { timeout: 20_000, interval: 10 } },
    // files in the order of their size: the longest of them must not be the last, with the other core idle
    sequence: { shuffle: { tests: true, files: false } },
    allowOnly: false,
    // a third worker makes the whole slower: each has to compile what it runs
    maxWorkers: 2,
    // A process for each file would import the product again and run it before it is optimized: a third of all work.
    // Files share what they import: module state must not outlive a test. Lazily loaded screens may be loaded already.
    isolate: false,
    // React in its development build makes much short-lived garbage: collecting it took a quarter of the time
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...elsewhere, '**/*.{db,api,net}.test.ts'],
          sequence: { shuffle: { tests: true }, groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'screen',
          include: ['apps/console/**/*.test.tsx'],
          exclude: elsewhere,
          environment: 'jsdom',
          setupFiles: ['apps/console/test/setup.ts'],
          sequence: { shuffle: { tests: true }, groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: elsewhere,
          // Called once for each project that names it.
          globalSetup: ['apps/server/test/global-setup.ts'],
          sequence: { shuffle: { tests: true }, groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['**/*.api.test.ts'],
          exclude: elsewhere,
          globalSetup: ['apps/server/test/global-setup.ts'],
          sequence: { shuffle: { tests: true }, groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'net',
          include: ['**/*.net.test.ts'],
          exclude: elsewhere,
          // They make network namespaces and interfaces, which are the whole machine's: one file at a time.
          fileParallelism: false,
          testTimeout: 60_000,
          sequence: { shuffle: { tests: true }, groupOrder: 2 },
        },
      },
    ],
  },
});
