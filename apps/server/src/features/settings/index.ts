export { createSettings } from './settings.feature.ts';
export type { SettingsService } from './settings.service.ts';
export type { SettingsSecret } from './settings-secrets.ts';
