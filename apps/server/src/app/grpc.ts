import type { Config } from '../platform/config/config.ts';
import { explainListenFailure } from '../platform/explain-listen-failure.ts';
import { type GrpcServer, startGrpcServer } from '../platform/grpc/grpc-server.ts';
import { createProxyCheck } from '../platform/http/trusted-proxies.ts';
import type { Log } from '../platform/log/log.ts';
import type { Features } from './features.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** When another replica stops, its components connect to this one; their addresses are known here after this time at most. */
const addressRefreshMilliseconds = 60_000;

/**
 * Listens for components such as gateways, with a certificate that is renewed while core runs, and admits those that
 * connected lately during a flood. `stop` ends their streams.
 */
export async function startGrpc(
  { all, componentListener: listener }: Pick<Features, 'all' | 'componentListener'>,
  config: Config,
  log: Log,
) {
  const place = { port: config.grpcPort, host: config.grpcHost };
  const readAddresses = () =>
    listener.listAddresses().catch((error: unknown) => {
      log.warn({ err: error }, 'addresses of components are read later');
      return [];
    });
  // before core listens: components that connect to it first must not count as strangers
  const addresses = await readAddresses();
  const server = await startGrpcServer({
    ...place,
    serverName: listener.serverName,
    certificate: await listener.serverCertificate(new Date()),
    routes: (router) => {
      for (const feature of all) feature.addGrpcCalls?.(router);
    },
    onInvalidCall: listener.onInvalidCall,
    isShared: createProxyCheck(config.trustedProxies),
    onCertificateRejected: (ip) => {
      listener.onCertificateRejected(ip).catch((error: unknown) => {
        log.warn({ err: error, ip }, 'a client rejected our certificate, and that could not be stored');
      });
    },
  }).catch(explainListenFailure({ ...place, prefix: 'GATEWARDEN_GRPC' }));
  server.markKnown(addresses);
  const renewal = setInterval(() => {
    renew(server, listener).catch((error: unknown) => log.warn({ err: error }, 'the certificate is renewed later'));
  }, dayMilliseconds);
  const refresh = setInterval(() => void readAddresses().then(server.markKnown), addressRefreshMilliseconds);
  return {
    port: server.port,
    async stop() {
      clearInterval(renewal);
      clearInterval(refresh);
      await server.stop();
    },
  };
}

async function renew(server: GrpcServer, listener: Features['componentListener']): Promise<void> {
  server.useCertificate(await listener.serverCertificate(new Date()));
}
