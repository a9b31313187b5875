import type { OpenidIssuer, SigningAlgorithm } from '@gatewarden/contract/openid-apps';
import { toNaive } from '../../../platform/http/naive-timestamp.ts';
import { discoveryPath, issuerOf, providerPaths } from './endpoints.ts';
import type { SigningKeyRow } from './signing-keys.queries.ts';
import { endOfKey } from './signing-keys.ts';

/** `url` is the public address, without a trailing slash. */
export function describeProvider(url: string, keys: readonly SigningKeyRow[]): OpenidIssuer {
  return {
    issuer: issuerOf(url),
    discovery_url: `${url}${discoveryPath}`,
    authorization_endpoint: `${url}${providerPaths.authorization}`,
    token_endpoint: `${url}${providerPaths.token}`,
    userinfo_endpoint: `${url}${providerPaths.userinfo}`,
    jwks_uri: `${url}${providerPaths.jwks}`,
    end_session_endpoint: `${url}${providerPaths.end_session}`,
    introspection_endpoint: `${url}${providerPaths.introspection}`,
    revocation_endpoint: `${url}${providerPaths.revocation}`,
    device_authorization_endpoint: `${url}${providerPaths.device_authorization}`,
    pushed_authorization_request_endpoint: `${url}${providerPaths.pushed_authorization_request}`,
    keys: keys.map((key) => {
      const end = endOfKey(key);
      return {
        kid: key.kid,
        algorithm: key.algorithm as SigningAlgorithm,
        state: key.state as 'next' | 'current' | 'former',
        created_at: toNaive(key.created_at),
        ends_at: end && toNaive(end),
      };
    }),
  };
}
