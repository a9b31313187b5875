import { createProxyCheck } from '@gatewarden/listener/trusted-proxies';
import type { Config } from '../platform/config/config.ts';
import { explainListenFailure } from '../platform/explain-listen-failure.ts';
import { type GrpcServer, startGrpcServer } from '../platform/grpc/grpc-server.ts';
import type { Log } from '../platform/log/log.ts';
import type { Features } from './features.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
/**
 * When another replica stops, its components connect to this one. This replica knows their addresses after this time at
 * most.
 */
const addressRefreshMilliseconds = 60_000;

/**
 * Listens for components such as gateways, renews the certificate while core runs, and admits recently connected
 * components during a flood. `stop` ends their streams.
 */
export async function startGrpc(
  { all, componentListener: listener }: Pick<Features, 'all' | 'componentListener'>,
  config: Config,
  log: Log,
) {
  const address = { port: config.grpcPort, host: config.grpcHost };
  const readAddresses = () =>
    listener.listAddresses().catch((error: unknown) => {
      log.warn({ err: error }, 'the addresses of components could not be read; retrying');
      return [];
    });
  // before core listens: components that connect first must not count as unknown
  const addresses = await readAddresses();
  const server = await startGrpcServer({
    ...address,
    serverName: listener.serverName,
    certificate: await listener.serverCertificate(new Date()),
    routes: (router) => {
      for (const feature of all) feature.addGrpcCalls?.(router);
    },
    onInvalidCall: listener.onInvalidCall,
    isShared: createProxyCheck(config.trustedProxies),
    onCertificateRejected: (ip) => {
      listener.onCertificateRejected(ip).catch((error: unknown) => {
        log.warn({ err: error, ip }, 'a rejected connection could not be stored');
      });
    },
  }).catch(explainListenFailure({ ...address, prefix: 'GATEWARDEN_GRPC' }));
  server.markKnown(addresses);
  const renewal = setInterval(() => {
    renew(server, listener).catch((error: unknown) =>
      log.warn({ err: error }, 'the certificate could not be renewed; retrying tomorrow'),
    );
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
