export { SettingsForm } from './components/settings-form.tsx';
export { SettingsHeader } from './components/settings-header.tsx';
export {
  essentialsQuery,
  infoQuery,
  restrictionsQuery,
  settingsQuery,
  useEssentials,
  useListensForClients,
} from './settings.queries.ts';
