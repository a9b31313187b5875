export { addApiTokensRoutes } from './api-tokens.routes.ts';
export { createApiTokensService, deleteTokensOnAccessLoss } from './api-tokens.service.ts';
export { createBearerReader } from './authenticate-bearer.ts';
