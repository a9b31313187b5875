export type { MailSettings } from './mail-settings.ts';
export { createSettings } from './settings.feature.ts';
export type { SettingsService, SshKeysAccess } from './settings.service.ts';
