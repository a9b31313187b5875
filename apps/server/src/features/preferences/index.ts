export { createPreferences } from './preferences.feature.ts';
