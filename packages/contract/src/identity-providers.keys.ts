import { EmailAddress } from './primitives.ts';

/**
 * Whether the text can be the key of a Google service account: the file that Google Cloud creates, with `private_key` and
 * `client_email`, or only the private key in PEM.
 */
export function isServiceAccountKey(text: string): boolean {
  const file = parseObject(text);
  if (!file) return isPrivatePem(text);
  return isPrivatePem(file['private_key']) && EmailAddress.safeParse(file['client_email']).success;
}

/** Whether the text is a private key in PEM, which names no account. */
export function isPrivatePem(text: unknown): boolean {
  return typeof text === 'string' && /^\s*-----BEGIN (?:RSA )?PRIVATE KEY-----\s/.test(text);
}

/** Whether the text is a private key as a JWK (RFC 7518 §6.2, §6.3), RSA or on an elliptic curve. */
export function isPrivateJwk(text: string): boolean {
  const key = parseObject(text);
  const members = privateMembers.get(key?.['kty']);
  return members?.every((name) => typeof key?.[name] === 'string' && key[name] !== '') ?? false;
}

const privateMembers = new Map<unknown, readonly string[]>([
  ['RSA', ['n', 'e', 'd']],
  ['EC', ['crv', 'x', 'y', 'd']],
]);

/** Undefined if the text is not a JSON object. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
