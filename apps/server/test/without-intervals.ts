import { vi } from 'vitest';

/**
 * Until disposed, no `setInterval` callback runs, such as heartbeats, so that every effect is caused by an event. Must
 * be declared before the server.
 */
export function withoutIntervals(): Disposable {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
}
