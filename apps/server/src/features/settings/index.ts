export { addSettingsRoutes } from './settings.routes.ts';
export { createSettingsService, type SettingsService } from './settings.service.ts';
