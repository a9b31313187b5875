export { PreferenceFields } from './components/preference-fields.tsx';
export { PreferenceItems } from './components/preference-items.tsx';
export { PreferencesProvider } from './components/preferences-provider.tsx';
export { usePreferences } from './preferences.queries.ts';
export { useSavePreferences } from './save-preferences.queries.ts';
