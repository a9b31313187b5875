import type { NameResolution, SplitDns } from '../../ports/name-resolution.ts';

/** Settings of a machine for tests, by interface. */
export type InMemoryDns = Map<string, SplitDns>;

export function createInMemoryNameResolution(settings: InMemoryDns): NameResolution {
  return {
    async set(name, dns) {
      settings.set(name, dns);
      return undefined;
    },
    async revert(name) {
      settings.delete(name);
    },
  };
}
