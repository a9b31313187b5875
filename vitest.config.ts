import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/temporary-files.mjs';

keepTemporaryFilesInMemory();

const excluded = ['**/node_modules/**', '**/dist/**', 'e2e/**', 'bench/results/**'];

/**
 * A project per suffix, named after what its tests need. Workers take the projects in alphabetical order without
 * waiting for each other: the smallest files of `unit` are the last.
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    // polling ends as soon as the expectation is met; the timeout allows for slow machines
    expect: { requireAssertions: true, poll: { timeout: 60_000, interval: 10 } },
    // files in order of size: the longest must not run last while the other core is idle
    sequence: { shuffle: { tests: true, files: false } },
    allowOnly: false,
    // a third worker makes the run slower: each compiles what it runs
    maxWorkers: 2,
    // A process for each file would import the product again and run it before it is optimized: a third of all work.
    // Files share imported modules, so module state must not outlive a test; lazy screens may be loaded already.
    isolate: false,
    // the development build of React creates much short-lived garbage: its collection took a quarter of the time
    execArgv: ['--max-semi-space-size=64'],
    // Nothing waits for them: what takes a second takes 20 on a machine with ten times its load.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...excluded, '**/*.{db,api,net}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screen',
          include: ['apps/console/**/*.test.tsx'],
          exclude: excluded,
          environment: 'jsdom',
          setupFiles: ['apps/console/test/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: excluded,
          // Called once for each project that names it.
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['**/*.api.test.ts'],
          exclude: excluded,
          globalSetup: [
            'tools/built-core.mjs',
            'apps/server/test/global-setup.ts',
            'apps/server/test/started-template.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'net',
          include: ['**/*.net.test.ts'],
          exclude: excluded,
          globalSetup: [
            'tools/built-core.mjs',
            'apps/server/test/global-setup.ts',
            'apps/server/test/started-template.ts',
            'apps/server/test/samba-template.ts',
          ],
          // They create network namespaces and interfaces, which all processes share: one file at a time.
          fileParallelism: false,
          // after the other projects, which have another number of workers
          sequence: { shuffle: { tests: true }, groupOrder: 1 },
        },
      },
    ],
  },
});
