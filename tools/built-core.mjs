import { ensureBuilt } from './builds.mjs';

/** Global setup of tests that start core in its own process. */
export default () => ensureBuilt('core');
