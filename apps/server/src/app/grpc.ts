import type { Config } from '../platform/config/config.ts';
import { type GrpcServer, startGrpcServer } from '../platform/grpc/grpc-server.ts';
import { createProxyCheck } from '../platform/http/trusted-proxies.ts';
import { orSayWhy } from '../platform/listen-failure.ts';
import type { Log } from '../platform/log/log.ts';
import type { Features } from './features.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** When another replica stops, its gateways connect to this one; their addresses are known here after this time at most. */
const addressRefreshMilliseconds = 60_000;

/**
 * Listens for gateways, with a certificate that never runs out however long core runs, and lets those that connected lately
 * in during a flood. `stop` ends their streams.
 */
export async function startGrpc(
  { all, gatewayListener: gateways }: Pick<Features, 'all' | 'gatewayListener'>,
  config: Config,
  log: Log,
) {
  const place = { port: config.grpcPort, host: config.grpcHost };
  const readAddresses = () =>
    gateways.listAddresses().catch((error: unknown) => {
      log.warn({ err: error }, 'addresses of gateways are read later');
      return [];
    });
  // before core listens: gateways that connect to it first must not count as strangers
  const addresses = await readAddresses();
  const server = await startGrpcServer({
    ...place,
    serverName: gateways.serverName,
    certificate: await gateways.serverCertificate(new Date()),
    routes: (router) => {
      for (const feature of all) feature.addGrpcCalls?.(router);
    },
    onInvalidCall: gateways.onInvalidCall,
    isShared: createProxyCheck(config.trustedProxies),
    onDistrust: (ip) => {
      gateways.onDistrust(ip).catch((error: unknown) => {
        log.warn({ err: error, ip }, 'a gateway did not accept our certificate, and that could not be kept');
      });
    },
  }).catch(orSayWhy({ ...place, prefix: 'GATEWARDEN_GRPC' }));
  server.markFamiliar(addresses);
  const renewal = setInterval(() => {
    renew(server, gateways).catch((error: unknown) => log.warn({ err: error }, 'the certificate is renewed later'));
  }, dayMilliseconds);
  const refresh = setInterval(() => void readAddresses().then(server.markFamiliar), addressRefreshMilliseconds);
  return {
    port: server.port,
    async stop() {
      clearInterval(renewal);
      clearInterval(refresh);
      await server.stop();
    },
  };
}

async function renew(server: GrpcServer, gateways: Features['gatewayListener']): Promise<void> {
  server.useCertificate(await gateways.serverCertificate(new Date()));
}
