export { addLiveRoutes } from './live.routes.ts';
export { createLive, type LiveService } from './live.service.ts';
