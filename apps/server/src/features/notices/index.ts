export { registerDatabaseNotices } from './database-notices.ts';
export { addNoticesRoutes } from './notices.routes.ts';
export { createNotices, type Notices } from './notices.service.ts';
