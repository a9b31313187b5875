import * as react from 'react';

/** Internal state of React; see `recentlyCreatedOwnerStacks` in its development build. */
const internalsOfReact = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
/** How many stacks React records in a second. */
const limit = 10_000;

/**
 * Makes React behave as if it had reached its limit of recorded stacks: it otherwise records one for every element, for
 * its warnings, which are not shown here. That took a tenth of the duration of the tests.
 * @throws Error if React records them in another way
 */
export function omitOwnerStacks(internals: unknown = internalsOfReact): void {
  if (typeof internals !== 'object' || internals === null || !Object.hasOwn(internals, 'recentlyCreatedOwnerStacks')) {
    throw new Error('React has no recentlyCreatedOwnerStacks: adapt or remove omitOwnerStacks');
  }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => limit, set: () => undefined });
}
