import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { verifyOpenidRequest } from '@gatewarden/contract/openid-interactions';
import type { AppCache } from './app-cache.ts';

/** @throws openid_request_invalid with the first fault as `reason` */
export type VerifyRequest = (request: BodyOf<typeof verifyOpenidRequest>) => Promise<void>;

/** Checks an authorization request as the interface specifies, without making it. */
export function createVerifyRequest(apps: Pick<AppCache, 'find'>): VerifyRequest {
  return async ({ client_id, scope, redirect_uri, response_type }) => {
    const app = await apps.find(client_id);
    if (!app) throw new DomainError('openid_request_invalid', { field: 'client_id', reason: 'unauthorized_client' });
    const refuse = (field: string, reason: string) => new DomainError('openid_request_invalid', { field, reason });
    if (!scope.split(' ').some((each) => app.scopes.includes(each))) throw refuse('scope', 'invalid_scope');
    if (response_type !== 'code') throw refuse('response_type', 'unsupported_response_type');
    if (!app.redirect_uris.includes(redirect_uri)) throw refuse('redirect_uri', 'invalid_redirect_uri');
  };
}
