export { addSetupRoutes } from './setup.routes.ts';
export { createSetupService } from './setup.service.ts';
