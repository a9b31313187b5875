export { createApiTokens } from './api-tokens.feature.ts';
export type { ApiTokensService } from './api-tokens.service.ts';
