export type { MailSettings } from './mail-settings.ts';
export { isMailConfigured } from './mail-settings.ts';
export { registerReauthenticationNotice } from './reauthentication-notice.ts';
export { addSettingsRoutes } from './settings.routes.ts';
export type { SshKeysAccess } from './settings.service.ts';
export { createSettingsService, type FixedSettings, type SettingsService } from './settings.service.ts';
