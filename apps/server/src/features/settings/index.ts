export { addSettingsRoutes } from './settings.routes.ts';
export { createSettingsService } from './settings.service.ts';
