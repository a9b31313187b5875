export { addForwardAuthRoutes } from './forward-auth.routes.ts';
