export { addLiveRoutes } from './live.routes.ts';
export { createLive } from './live.service.ts';
