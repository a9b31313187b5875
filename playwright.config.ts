import { defineConfig } from '@playwright/test';
import { findCommand, system } from './tools/install.mjs';
import { keepTemporaryFilesInMemory } from './tools/temporary-files.mjs';

keepTemporaryFilesInMemory();

const networkSpecs = /\.net\.spec\.ts$/;
const chromium = findCommand(system.chromium.command);

/**
 * Journeys in a real browser, Debian's Chromium. Journeys that use network namespaces are named `.net.spec.ts`, need
 * root, and run one at a time.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './tools/built-product.mjs',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // a wait ends as soon as the page is as expected; the limits allow for slow machines
  timeout: 180_000,
  expect: {
    timeout: 30_000,
    toHaveScreenshot: { stylePath: './e2e/components/pictures.css', maxDiffPixelRatio: 0.002 },
  },
  snapshotPathTemplate: 'e2e/components/pictures/{arg}{ext}',
  reporter: 'line',
  use: {
    // recording costs a fifth of the time; a failed journey is repeated with `npx playwright test --trace on <name>`
    trace: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // every page compiles its code again, and is left before optimized code pays off: a quarter of the work of pages
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      ],
    },
  },
  projects: [
    { name: 'browser', testIgnore: networkSpecs },
    { name: 'network', testMatch: networkSpecs, fullyParallel: false, workers: 1 },
  ],
});
