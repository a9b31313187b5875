export { createSearch } from './search.feature.ts';
