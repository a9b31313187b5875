export { createLocationImport } from './location-import.feature.ts';
