export { addInfoRoutes } from './info.routes.ts';
