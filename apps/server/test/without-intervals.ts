import { vi } from 'vitest';

/**
 * Until it is disposed no work runs that is repeated by `setInterval`, such as heartbeats: what happens, an event has caused.
 * To be declared before the server.
 */
export function withoutIntervals(): Disposable {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
}
