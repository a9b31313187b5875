export { SettingsForm } from './components/settings-form.tsx';
export { SettingsHeader } from './components/settings-header.tsx';
export { essentialsQuery, infoQuery, restrictionsQuery, settingsQuery, useEssentials } from './settings.queries.ts';
