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

/** https://owasp.org/www-project-secure-headers/: what keeps browsers from harm, the same with every answer. */
const everyAnswer = {
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

/** A year. Only for who comes by https: others could not come back. */
const httpsOnly = { 'strict-transport-security': 'max-age=31536000' } as const;

export interface HeaderOptions {
  readonly version: string;
  /** Whether people reach the console over https; only then may browsers be told to insist on it. */
  readonly isHttps: () => boolean;
}

/**
 * Sets the headers that every answer has, refusals and pages too. Every answer stays out of caches unless it says otherwise,
 * as the files of the console do: which path leads to the API is not decided a second time here.
 */
export function addResponseHeaders(app: FastifyInstance, { version, isHttps }: HeaderOptions): void {
  const headers = { ...everyAnswer, 'gatewarden-component-version': version, 'cache-control': 'no-store' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    if (isHttps()) reply.headers(httpsOnly);
    done();
  });
}
