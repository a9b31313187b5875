import type { FastifyInstance } from 'fastify';
import type { WriteLimit } from './write-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was admitted by a protocol outside of the API, for limits: set it before the body is read. */
    protocolAccount: string | undefined;
  }
}

/** What a protocol needs of the server. */
export interface HttpScopeTools {
  readonly writeLimit: WriteLimit;
}

/**
 * Adds a protocol outside of the API, such as SCIM, with its own paths, body formats and errors. `app` is encapsulated:
 * content type parsers, hooks and the error handler that are added to it apply only to its routes. A protocol routes every
 * path below its own, unknown ones too, as the console is served for all other paths.
 */
export type AddHttpScope = (app: FastifyInstance, tools: HttpScopeTools) => void;

/** Adds the protocols, each encapsulated. Must be called after the hooks that apply to all requests are added. */
export function addHttpScopes(
  app: FastifyInstance,
  scopes: readonly (AddHttpScope | undefined)[],
  tools: HttpScopeTools,
): void {
  for (const add of scopes) {
    app.register((scope, _options, done) => {
      add?.(scope, tools);
      done();
    });
  }
}
