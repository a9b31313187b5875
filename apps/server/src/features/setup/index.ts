export { createSetup } from './setup.feature.ts';
