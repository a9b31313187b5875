export { addNoticesRoutes } from './notices.routes.ts';
export { createNotices } from './notices.service.ts';
