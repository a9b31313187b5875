export { defaultLogos, withDefaultLogos } from './default-logos.ts';
export { hasChanged } from './has-changed.ts';
export type { InlineLogo } from './logos/logos.service.ts';
export { createSettings } from './settings.feature.ts';
export type { SettingsSectionRules, SettingsService } from './settings.service.ts';
