import type { FastifyInstance } from 'fastify';

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** https://owasp.org/www-project-secure-headers/: security headers of every answer. */
const commonHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  // for browsers that do not know frame-ancestors
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const;

/** A year. Only over https: otherwise browsers could not connect again. */
const httpsOnly = { 'strict-transport-security': 'max-age=31536000' } as const;

export interface HeaderOptions {
  readonly version: string;
  /** Whether the console is reached over https; only then may HSTS be sent. */
  readonly isHttps: () => boolean;
}

/**
 * Sets the headers of every answer, including errors and pages. Answers are not cached unless they set another header,
 * as the files of the console do; this does not depend on the path.
 */
export function addResponseHeaders(app: FastifyInstance, { version, isHttps }: HeaderOptions): void {
  const headers = { ...commonHeaders, 'gatewarden-component-version': version, 'cache-control': 'no-store' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    if (isHttps()) reply.headers(httpsOnly);
    done();
  });
}
