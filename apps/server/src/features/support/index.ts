export { createSupport } from './support.feature.ts';
