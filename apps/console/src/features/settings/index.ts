export { SettingsForm } from './components/settings-form.tsx';
export { clearDrafts } from './drafts.ts';
export { modulesAnchor } from './modules-anchor.ts';
export {
  essentialsQuery,
  infoQuery,
  restrictionsQuery,
  settingsQuery,
  useEssentials,
  useListensForClients,
} from './settings.queries.ts';
