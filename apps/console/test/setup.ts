import '@testing-library/jest-dom/vitest';
import { setImmediate } from 'node:timers/promises';
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import '../src/app/feature-texts.ts';
import { clearDrafts } from '../src/features/settings/index.ts';
import { changeLanguage, startI18n } from '../src/i18n/i18n.ts';
import '../src/lib/zod.ts';
import { installBrowserStubs, setWindowWidth } from './browser-stubs.ts';
import { omitPageWhileWaiting } from './element-errors.ts';
import { omitOwnerStacks } from './owner-stacks.ts';
import { server } from './server.ts';
import { expectAllHandled, recordUnhandled } from './unhandled-requests.ts';

const defaultWidth = 1024;
/** A wait ends as soon as the element appears; on a busy machine that takes seconds. */
const timeoutMilliseconds = 30_000;

/** Loaded before the first test, so that no test depends on the screens that others have opened in the same process. */
const lazyScreens = Object.values(
  import.meta.glob([
    '../src/features/*/screens/*-screen.tsx',
    '../src/features/*/forms/*-dialog.tsx',
    '../src/app/shell/*.tsx',
    '!**/*.test.tsx',
  ]),
);

beforeAll(async () => {
  configure(({ getElementError }) => ({
    asyncUtilTimeout: timeoutMilliseconds,
    getElementError: omitPageWhileWaiting(getElementError),
  }));
  installBrowserStubs();
  omitOwnerStacks();
  server.listen({ onUnhandledFrame: recordUnhandled });
  await startI18n('errors');
  await Promise.all(lazyScreens.map((load) => load()));
});

afterEach(async () => {
  cleanup();
  // pending requests must match the handlers of this test, not those of the next
  await setImmediate();
  server.events.removeAllListeners();
  notifications.clean();
  clearDrafts();
  server.resetHandlers();
  setWindowWidth(defaultWidth);
  // it remembers that a test was offline, and would pause the queries of the next ones
  onlineManager.setOnline(true);
  localStorage.clear();
  await changeLanguage('en');
  expectAllHandled();
});

afterAll(() => server.close());
