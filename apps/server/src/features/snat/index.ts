export { createSnat } from './snat.feature.ts';
