export { addHistoryRoutes } from './history.routes.ts';
export { createHistory, type History } from './history.service.ts';
