export { registerDatabaseNotices } from './database-notices.ts';
export { addNoticesRoutes } from './notices.routes.ts';
export { createNotices } from './notices.service.ts';
