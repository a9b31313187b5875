import { vi } from 'vitest';

/** As `vi.waitFor`, with time for a machine under load. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
