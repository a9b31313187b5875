import { at } from './workspace.mjs';

/**
 * What Node gets to run core. A young generation of 4 MB per half holds what requests need for a moment and fits the
 * processor's cache. The default lets some 100 MB of garbage pile up as soon as a client sends much, at the same speed:
 * a stranger could make core take memory that the machine may not have.
 */
export const coreCommand = Object.freeze(['--max-semi-space-size=4', at('apps', 'server', 'src', 'main.ts')]);
