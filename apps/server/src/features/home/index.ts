export { createHome } from './home.feature.ts';
