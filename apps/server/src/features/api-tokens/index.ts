export { addApiTokensRoutes } from './api-tokens.routes.ts';
export { createApiTokensService, deleteTokensOfDisabled } from './api-tokens.service.ts';
export { createBearerReader } from './authenticate-bearer.ts';
