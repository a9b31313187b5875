export { addGroupsRoutes } from './groups.routes.ts';
export { createGroupsService, type GroupsService } from './groups.service.ts';
export { resolveGroupNames } from './resolve-names.ts';
