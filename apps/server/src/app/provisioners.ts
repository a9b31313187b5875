import { createProxyCheck } from '@gatewarden/listener/trusted-proxies';
import type { ProvisionerListenerParts } from '../features/yubikeys/index.ts';
import type { Config } from '../platform/config/config.ts';
import { explainListenFailure } from '../platform/explain-listen-failure.ts';
import { startGrpcServer } from '../platform/grpc/grpc-server.ts';
import type { Log } from '../platform/log/log.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Listens for provisioners of YubiKeys if a port is configured; undefined otherwise. The certificate is for the host of the
 * address at which they reach core, and is replaced every day.
 * @param url address of the console
 */
export async function startProvisionerListener(
  { addCalls, onInvalidCall, issueCertificate }: ProvisionerListenerParts,
  { config, url, log }: { readonly config: Config; readonly url: string; readonly log: Log },
) {
  const { provisionerPort: port, provisionerHost, provisionerUrl } = config;
  if (port === undefined) return undefined;
  const host = new URL(provisionerUrl ?? url).hostname.replace(/^\[(.*)\]$/, '$1');
  const address = { port, host: provisionerHost };
  const server = await startGrpcServer({
    ...address,
    serverName: host,
    certificate: await issueCertificate(host, new Date()),
    routes: addCalls,
    onInvalidCall,
    isShared: createProxyCheck(config.trustedProxies),
    onCertificateRejected: (ip) => log.warn({ ip }, 'a provisioner did not accept the certificate of the listener'),
  }).catch(explainListenFailure({ ...address, prefix: 'GATEWARDEN_PROVISIONER' }));
  const renewal = setInterval(() => {
    issueCertificate(host, new Date())
      .then(server.useCertificate)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the certificate for provisioners could not be renewed; retrying tomorrow'),
      );
  }, dayMilliseconds);
  return {
    port: server.port,
    /** At which provisioners reach core. */
    url: provisionerUrl ?? `https://${new URL(url).hostname}:${server.port}`,
    async stop() {
      clearInterval(renewal);
      await server.stop();
    },
  };
}
