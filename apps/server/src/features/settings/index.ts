export { isMailConfigured, type MailSettings } from './mail-settings.ts';
export { createSettings } from './settings.feature.ts';
export type { SettingsService } from './settings.service.ts';
