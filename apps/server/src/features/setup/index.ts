export { addSetupRoutes } from './setup.routes.ts';
export { createSetupService, type SetupService } from './setup.service.ts';
