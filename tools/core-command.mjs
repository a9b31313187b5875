import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * What Node gets to run core. A young generation of 4 MB per half holds what requests need for a moment and fits the
 * processor's cache. The default lets some 100 MB of garbage pile up as soon as a client sends much, at the same speed:
 * a stranger could make core take memory that the machine may not have.
 * @param {string} [sources] the root of the repository whose core runs
 */
export function coreCommandIn(sources = root) {
  return ['--max-semi-space-size=4', join(sources, 'apps', 'server', 'src', 'main.ts')];
}
