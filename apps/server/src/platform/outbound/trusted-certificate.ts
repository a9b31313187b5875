import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Reading the usual authorities takes longer than the rest of a handshake. */
const contexts = new Map<string, SecureContext>();
const maxContexts = 50;

/**
 * Trusts the usual authorities and one more certificate in PEM format.
 * @throws Error if it is not a certificate
 */
export function trustAlso(certificate: string): SecureContext {
  const known = contexts.get(certificate);
  if (known) return known;
  const context = createSecureContext({ ca: [...getCACertificates('default'), certificate] });
  if (contexts.size >= maxContexts) contexts.clear();
  contexts.set(certificate, context);
  return context;
}
