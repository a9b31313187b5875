import { onTestFinished, vi } from 'vitest';

/**
 * Until the test has finished, even by a timeout, no `setInterval` callback runs, such as heartbeats, so that every
 * effect is caused by an event. Must be called before the server is started.
 */
export function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}
