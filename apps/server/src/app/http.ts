import type { ServerTls } from '@gatewarden/listener/server-tls';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { explainListenFailure } from '../platform/explain-listen-failure.ts';
import { cookieValues } from '../platform/http/cookie-values.ts';
import { addHttpScopes } from '../platform/http/http-scope.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { isOwnOrigin } from '../platform/http/own-origin.ts';
import { createRouter } from '../platform/http/router.ts';
import { prepareStop } from '../platform/http/stop.ts';
import { handleUnmatchedPaths } from '../platform/http/unmatched-paths.ts';
import { createWriteLimit } from '../platform/http/write-limit.ts';
import type { Log } from '../platform/log/log.ts';
import type { AnsweredRequest } from '../platform/metrics/registry.ts';
import type { Clock } from '../ports/clock.ts';
import type { Features } from './features.ts';
import { version } from './version.ts';

interface HttpOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: without TLS. */
  readonly tls: ServerTls | undefined;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
  /** Called with each answered request; undefined if no one counts them. */
  readonly observe: ((request: AnsweredRequest) => void) | undefined;
}

const consoleFiles = new URL('../../../console/dist/', import.meta.url);

/** Routes the calls of all features, serves the console and listens. `stop` waits for requests in flight. */
export async function startHttp(
  { all, callers }: Pick<Features, 'all' | 'callers'>,
  { config, clock, log, address, tls, observe }: HttpOptions,
) {
  const { trustedProxies } = config;
  const { sessionCookieName } = callers;
  const isHttps = () => address.url.startsWith('https:');
  const app = await createHttpServer({ log, version, trustedProxies, isHttps, sessionCookieName, tls });
  if (observe) observeRequests(app, observe);
  const writeLimit = createWriteLimit({ clock, perSecond: config.writesPerSecond });
  const router = createRouter(app, {
    authenticate: ({ headers, routeOptions }) => callers.authenticate(headers, routeOptions.config.callerLookup),
    isAdministrator: callers.isAdministrator,
    isEnterprise: callers.isEnterprise,
    isOwnOrigin: (request) => isOwnOrigin(request, config.url),
    writeLimit,
  });
  for (const feature of all) feature.addRoutes?.(router);
  const stop = prepareStop(app);
  await handleUnmatchedPaths(app, {
    files: consoleFiles,
    endpoints: router.endpoints,
    hasSession: ({ cookie }) => cookieValues(cookie, sessionCookieName).length > 0,
  });
  addHttpScopes(
    app,
    all.map(({ addHttpScope }) => addHttpScope),
    { writeLimit },
  );
  const place = { port: config.httpPort, host: config.httpHost };
  await app.listen(place).catch(explainListenFailure({ ...place, prefix: 'GATEWARDEN_HTTP' }));
  return {
    endpoints: router.endpoints,
    port: portOf(app),
    stop() {
      for (const feature of all) feature.endStreams?.();
      return stop();
    },
  };
}

/** Streams are not counted: they last as long as a page is open. */
function observeRequests(app: FastifyInstance, observe: (request: AnsweredRequest) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const isStream = config.endpoint?.answer?.kind === 'stream';
    const { method } = request;
    if (!isStream) observe({ method, route: url, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening on a port');
  return address.port;
}
