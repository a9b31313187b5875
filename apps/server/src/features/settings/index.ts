export { createSettings } from './settings.feature.ts';
export type { SettingsSectionRules, SettingsService } from './settings.service.ts';
