export { createLive } from './live.feature.ts';
