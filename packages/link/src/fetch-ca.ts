import { createHash, type X509Certificate } from 'node:crypto';
import { connect, type TLSSocket } from 'node:tls';
import { type CoreEndpoint, coreServerName } from './core-address.ts';
import { StopError } from './stop-error.ts';

/** The server is not the core that issued the join token. */
export class WrongCoreError extends StopError {
  constructor(message: string) {
    super('refused', message);
    this.name = 'WrongCoreError';
  }
}

/**
 * Fetches the certificate authority of the core at that address, as PEM: the one with the fingerprint from the join
 * token. Only a TLS handshake is sent to the server.
 * @param fingerprint lower-case hex SHA-256 of the certificate's DER
 * @param timeout for TCP and TLS handshake, in milliseconds
 * @throws WrongCoreError when the server does not present this authority, or a certificate that it did not issue
 */
export async function fetchCa(
  core: CoreEndpoint,
  fingerprint: string,
  { signal, timeout }: { signal: AbortSignal; timeout: number },
): Promise<string> {
  const ca = findAuthority(await fetchChain(core, signal, timeout), fingerprint);
  if (!ca) {
    throw new WrongCoreError(
      `The server at ${core.label} is not the core that this join token belongs to: it has another certificate authority. ` +
        'Nothing secret was sent to it. Copy the token again, and check that nothing between here and core intercepts TLS.',
    );
  }
  return ca.toString();
}

/** The authority with the fingerprint, if it issued the first certificate of the chain. */
function findAuthority(chain: readonly X509Certificate[], fingerprint: string): X509Certificate | undefined {
  const ca = chain.find(({ raw }) => createHash('sha256').update(raw).digest('hex') === fingerprint);
  const [leaf] = chain;
  return ca && leaf?.checkIssued(ca) && leaf.verify(ca.publicKey) ? ca : undefined;
}

/**
 * The authority of the core that the socket is connected to, as PEM; undefined if it has another fingerprint, or its
 * certificate is not valid now or not one of a core.
 */
export function readCa(socket: TLSSocket, fingerprint: string): string | undefined {
  const chain = withIssuers(socket.getPeerX509Certificate());
  const [leaf] = chain;
  const now = Date.now();
  const isValid =
    leaf?.checkHost(coreServerName) !== undefined &&
    Date.parse(leaf.validFrom) <= now &&
    now <= Date.parse(leaf.validTo);
  return isValid ? findAuthority(chain, fingerprint)?.toString() : undefined;
}

/** The certificates that the server presents, the server's certificate first. */
function fetchChain(
  { host, port, label }: CoreEndpoint,
  signal: AbortSignal,
  timeout: number,
): Promise<X509Certificate[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      servername: coreServerName,
      ALPNProtocols: ['h2'],
      // The chain is checked against the fingerprint instead; no secret is sent over this connection.
      rejectUnauthorized: false,
    });
    const stop = () => socket.destroy(new Error('stopped'));
    const timer = setTimeout(() => socket.destroy(new Error(`${label} does not answer`)), timeout);
    signal.addEventListener('abort', stop);
    socket.on('error', reject);
    socket.on('close', () => {
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      reject(new Error(`${label} closed the connection`));
    });
    socket.on('secureConnect', () => {
      resolve(withIssuers(socket.getPeerX509Certificate()));
      socket.destroy();
    });
  });
}

function withIssuers(first: X509Certificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = first; next && !chain.some(({ raw }) => next?.raw.equals(raw)); next = next.issuerCertificate) {
    chain.push(next);
  }
  return chain;
}
