import { ensureBuilt } from './builds.mjs';

/** Global setup of journeys in a browser. */
export default () => ensureBuilt('core', 'console', 'edge');
