export { deleteSetupLinks } from './setup.queries.ts';
export { addSetupRoutes } from './setup.routes.ts';
export { createSetupService } from './setup.service.ts';
