import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';

/** A key with which a client proves who it is. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: 'RS256' | 'ES256';
  readonly id: string | undefined;
}

const lifetimeSeconds = 300;

/** Undefined if the text is not a private key that can sign: RSA of at least 2048 bits, or P-256. */
export function readJwk(text: string): SigningKey | undefined {
  try {
    const jwk = JSON.parse(text) as { readonly kid?: unknown; readonly d?: unknown };
    const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
    return toSigningKey(key, typeof jwk.kid === 'string' ? jwk.kid : undefined);
  } catch {
    return undefined;
  }
}

/** As `readJwk`, of a text in PEM. */
export function readPem(text: string, id: string | undefined): SigningKey | undefined {
  try {
    return toSigningKey(createPrivateKey(text), id);
  } catch {
    return undefined;
  }
}

function toSigningKey(key: KeyObject, id: string | undefined): SigningKey | undefined {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) return { key, algorithm: 'RS256', id };
  return namedCurve === 'prime256v1' ? { key, algorithm: 'ES256', id } : undefined;
}

/** A signed assertion (RFC 7523 §3) that is valid for a few minutes, once. */
export function signAssertion({ key, algorithm, id }: SigningKey, claims: object, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const header = { alg: algorithm, typ: 'JWT', ...(id !== undefined && { kid: id }) };
  const payload = { ...claims, iat: seconds, exp: seconds + lifetimeSeconds, jti: randomUUID() };
  const content = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}
