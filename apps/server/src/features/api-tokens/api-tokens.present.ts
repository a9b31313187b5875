import type { ApiToken } from '@gatewarden/contract/api-tokens';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { ApiTokenRow } from './api-tokens.queries.ts';

export function presentApiToken({ id, name, created_at, expires_at, scopes, last_used_at }: ApiTokenRow): ApiToken {
  return {
    id,
    name,
    created_at: toNaive(created_at),
    expires_at: expires_at && toNaive(expires_at),
    scopes: [...scopes],
    last_used_at: last_used_at && toNaive(last_used_at),
  };
}
