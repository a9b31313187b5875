import { type KeyObject, randomUUID, verify } from 'node:crypto';
import type { ServiceAnswer, ServiceRequest } from './directory-server.ts';

/** The claims of a signed assertion; undefined if the signature or the time is wrong, or it was used before. */
export function createAssertionCheck(publicKey: KeyObject) {
  const used = new Set<string>();
  return (assertion: string | null): Readonly<Record<string, unknown>> | undefined => {
    const [header = '', payload = '', signature = ''] = (assertion ?? '').split('.');
    const isValid = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isValid) return undefined;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const now = Date.now() / 1000;
    const isTimely = Number(claims['iat']) <= now + 5 && Number(claims['exp']) > now;
    if (!isTimely || used.has(`${claims['jti']}`)) return undefined;
    used.add(`${claims['jti']}`);
    return claims;
  };
}

/** Issues tokens, and knows the last one. */
export function createTokens() {
  let current = '';
  return {
    issue(): ServiceAnswer {
      current = randomUUID();
      return { body: { token_type: 'Bearer', expires_in: 3600, access_token: current } };
    },
    accepts: ({ headers }: ServiceRequest) => current !== '' && headers['authorization'] === `Bearer ${current}`,
    /** As when the lifetime of the token is over. */
    expire() {
      current = '';
    },
  };
}
