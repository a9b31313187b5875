import { at } from './workspace.mjs';

/**
 * Limits of the heap of core. A young generation of 4 MB per half is enough
 * for the short-lived objects of requests and fits the cache of the processor. With the default, core is not faster, and
 * up to 100 MB of garbage accumulate when a client sends much: an anonymous client could exhaust the memory of a small
 * machine.
 *
 * The old generation grows to twice the live data between collections. By default it grows up to four times, which is most
 * of the memory of a busy core. It begins with room for what a start loads, which otherwise takes a dozen collections; at
 * rest, the memory is the same.
 */
export const heapFlags = ['--max-semi-space-size=4', '--heap-growing-percent=100', '--initial-old-space-size=160'];

/** The arguments of Node that run core, which `ensureBuilt` has bundled. */
export function coreArguments() {
  return [...heapFlags, at('apps/server/dist/main.js')];
}

/** The arguments of Node that run the administration program. */
export function adminArguments() {
  return [at('apps/server/dist/admin.js')];
}
