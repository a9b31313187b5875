export { createAccess } from './access.feature.ts';
